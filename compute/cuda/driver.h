/* The CUDA driver of this process, and what its devices are. */
#pragma once

#include "compute/backend.h"
#include "compute/cuda/api.h"

/* The driver, opened and initialised at the first call and kept. UNSUPPORTED, with the reason, where there is no
 * driver or no GPU. */
enum status cuda_open(const struct cuda_api **api, struct fault *fault);

/* OK for result 0, else the fault: NO_MEMORY for the error that says so, `status` for all others. `what` was tried. */
enum status cuda_check(const struct cuda_api *api, unsigned result, enum status status, const char *what,
                       struct fault *fault);

/* The ops table's list of devices; makes no CUDA context. */
enum status cuda_devices(const char *target, struct compute_device *device, size_t max, size_t *count,
                         struct fault *fault);

/* "GPU-" and 16 bytes in hexadecimal, as nvidia-smi prints a UUID. */
void cuda_uuid_text(const unsigned char bytes[16], char *text, size_t size);

/* The ops table's `health` of all whose devices may be NVIDIA's: asks NVML, of any GPU whose UUID it knows, whatever
 * the backend. It knows nothing without a GPU of NVIDIA or the library, and of a driver that is not the library's. */
bool cuda_health(const struct compute_device *device, struct compute_health *health, char *text, size_t size);

/* Likewise its `energy`: NVML's counter, of GPUs since Volta. */
bool cuda_energy(const struct compute_device *device, double *joules, char *text, size_t size);

/* Bytes of L2 of the GPU with this UUID; 0 where CUDA does not know it. */
uint64_t cuda_l2_bytes(const char *uuid);

/* The driver's version, as NVML tells it ("580.65.06"); false where NVML is not here. */
bool nvml_driver(char *version, size_t size);
