/* The CUDA driver of this process, and its devices. */
#pragma once

#include "compute/backend.h"
#include "compute/cuda/api.h"

/* The driver, opened and initialised at the first call and kept. UNSUPPORTED, with the reason, without a driver or
 * a GPU. */
enum status cuda_open(const struct cuda_api **api, struct fault *fault);

/* OK for result 0, else a fault: NO_MEMORY for CUDA_ERROR_OUT_OF_MEMORY, `status` for all others. `what`: the failed
 * action. */
enum status cuda_check(const struct cuda_api *api, unsigned result, enum status status, const char *what,
                       struct fault *fault);

/* The ops table's list of devices; makes no CUDA context. */
enum status cuda_devices(const char *target, struct compute_device *device, size_t max, size_t *count,
                         struct fault *fault);

/* "GPU-" and 16 bytes in hexadecimal, as nvidia-smi prints a UUID. */
void cuda_uuid_text(const unsigned char bytes[16], char *text, size_t size);

/* The `health` operation for devices of any backend that may be NVIDIA's: queries NVML by the device's UUID. Not
 * available without a GPU of NVIDIA, without the library, or if its version is not the driver's. */
bool cuda_health(const struct compute_device *device, struct compute_health *health, char *text, size_t size);

/* Likewise its `energy`: NVML's counter, of GPUs since Volta. */
bool cuda_energy(const struct compute_device *device, double *joules, char *text, size_t size);

/* The L2 size in bytes of the GPU with this UUID; 0 if CUDA does not list it. */
uint64_t cuda_l2_bytes(const char *uuid);

/* The driver's version by NVML ("580.65.06"); false without NVML. */
bool nvml_driver(char *version, size_t size);
