/* CUDA textures: an array in the hardware's own layout, and a texture object that reads it. */
#include "base/memory.h"
#include "compute/cuda/context.h"

#include <stdlib.h>

void cuda_texture_free(void *handle)
{
    struct cuda_texture *texture = handle;
    if (!texture)
        return;
    const struct cuda_api *api = texture->context->api;
    if (texture->array && cuda_enter(texture->context, NULL) == OK) {
        if (texture->object)
            api->cuTexObjectDestroy(texture->object);
        api->cuArrayDestroy(texture->array);
    }
    free(texture);
}

static enum status make_array(struct cuda_texture *texture, struct fault *fault)
{
    const struct cuda_api *api = texture->context->api;
    const struct gpu_array_descriptor descriptor = {
        .width = texture->shape.width,
        .height = texture->shape.dimensions == COMPUTE_1D ? 0 : texture->shape.height,
        .depth = texture->shape.depth,
        .format = GPU_AD_FORMAT_FLOAT,
        .channels = 1,
    };
    unsigned result = api->cuArray3DCreate_v2(&texture->array, (const struct CUDA_ARRAY3D_DESCRIPTOR_st *)&descriptor);
    return cuda_check(api, result, LAUNCH_FAILED, "allocating a texture", fault);
}

static enum status make_object(struct cuda_texture *texture, struct fault *fault)
{
    static const enum gpu_address_mode modes[] = {
        [COMPUTE_CLAMP] = GPU_TR_ADDRESS_MODE_CLAMP,
        [COMPUTE_BORDER] = GPU_TR_ADDRESS_MODE_BORDER,
        [COMPUTE_WRAP] = GPU_TR_ADDRESS_MODE_WRAP,
        [COMPUTE_MIRROR] = GPU_TR_ADDRESS_MODE_MIRROR,
    };
    const struct compute_texture shape = texture->shape;
    const struct cuda_api *api = texture->context->api;
    const struct gpu_resource_descriptor resource = {.type = GPU_RESOURCE_TYPE_ARRAY, .resource.array = texture->array};
    const unsigned mode = modes[shape.addressing];
    const struct gpu_texture_descriptor descriptor = {
        .address_mode = {mode, mode, mode},
        .filter_mode = shape.filter == COMPUTE_LINEAR ? GPU_TR_FILTER_MODE_LINEAR : GPU_TR_FILTER_MODE_POINT,
        .flags = compute_is_normalised(shape) ? GPU_TRSF_NORMALIZED_COORDINATES : 0,
    };
    unsigned result = api->cuTexObjectCreate(&texture->object, (const struct CUDA_RESOURCE_DESC_st *)&resource,
                                             (const struct CUDA_TEXTURE_DESC_st *)&descriptor, NULL);
    return cuda_check(api, result, LAUNCH_FAILED, "making a texture", fault);
}

enum status cuda_texture_new(void *handle, struct compute_texture shape, void **result, struct fault *fault)
{
    struct cuda_context *context = handle;
    enum status status = cuda_enter(context, fault);
    if (status != OK)
        return status;
    struct cuda_texture *texture = allocate(sizeof *texture);
    *texture = (struct cuda_texture){.context = context, .shape = shape};
    status = make_array(texture, fault);
    if (status == OK)
        status = make_object(texture, fault);
    if (status != OK) {
        cuda_texture_free(texture);
        return status;
    }
    *result = texture;
    return OK;
}

static enum status copy(const struct cuda_texture *texture, struct gpu_copy_end from, struct gpu_copy_end to,
                        const char *what, struct fault *fault)
{
    struct cuda_context *context = texture->context;
    const struct compute_texture shape = texture->shape;
    const struct gpu_copy_3d copied = {from, to, shape.width * sizeof(float), shape.height,
                                       shape.depth ? shape.depth : 1};
    enum status status = cuda_enter(context, fault);
    if (status == OK)
        status =
            cuda_check(context->api,
                       context->api->cuMemcpy3DAsync_v2((const struct CUDA_MEMCPY3D_st *)&copied, context->stream[0]),
                       LAUNCH_FAILED, what, fault);
    return status == OK ? cuda_wait(context, what, fault) : status;
}

static struct gpu_copy_end array_end(const struct cuda_texture *texture)
{
    return (struct gpu_copy_end){.memory_type = GPU_MEMORYTYPE_ARRAY, .array = texture->array};
}

static struct gpu_copy_end host_end(const struct cuda_texture *texture, void *host)
{
    return (struct gpu_copy_end){.memory_type = GPU_MEMORYTYPE_HOST,
                                 .host = host,
                                 .pitch = texture->shape.width * sizeof(float),
                                 .height = texture->shape.height};
}

enum status cuda_texture_write(void *handle, const void *from, struct fault *fault)
{
    const struct cuda_texture *texture = handle;
    return copy(texture, host_end(texture, (void *)(uintptr_t)from), array_end(texture),
                "writing a texture, or a kernel before it", fault);
}

enum status cuda_texture_read(void *handle, void *to, struct fault *fault)
{
    const struct cuda_texture *texture = handle;
    return copy(texture, array_end(texture), host_end(texture, to), "reading a texture, or a kernel before it", fault);
}
