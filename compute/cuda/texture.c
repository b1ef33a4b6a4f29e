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
    const struct gpu_array_descriptor descriptor = {texture->width, texture->height, GPU_AD_FORMAT_FLOAT, 1};
    unsigned result = api->cuArrayCreate_v2(&texture->array, (const struct CUDA_ARRAY_DESCRIPTOR_st *)&descriptor);
    return cuda_check(api, result, LAUNCH_FAILED, "allocating a texture", fault);
}

static enum status make_object(struct cuda_texture *texture, struct compute_texture shape, struct fault *fault)
{
    const struct cuda_api *api = texture->context->api;
    const struct gpu_resource_descriptor resource = {.type = GPU_RESOURCE_TYPE_ARRAY, .resource.array = texture->array};
    unsigned mode = shape.addressing == COMPUTE_CLAMP ? GPU_TR_ADDRESS_MODE_CLAMP : GPU_TR_ADDRESS_MODE_BORDER;
    const struct gpu_texture_descriptor descriptor = {
        .address_mode = {mode, mode, mode},
        .filter_mode = shape.filter == COMPUTE_LINEAR ? GPU_TR_FILTER_MODE_LINEAR : GPU_TR_FILTER_MODE_POINT,
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
    *texture = (struct cuda_texture){.context = context, .width = shape.width, .height = shape.height};
    status = make_array(texture, fault);
    if (status == OK)
        status = make_object(texture, shape, fault);
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
    const struct gpu_copy_2d copied = {from, to, texture->width * sizeof(float), texture->height};
    enum status status = cuda_enter(context, fault);
    if (status == OK)
        status =
            cuda_check(context->api,
                       context->api->cuMemcpy2DAsync_v2((const struct CUDA_MEMCPY2D_st *)&copied, context->stream[0]),
                       LAUNCH_FAILED, what, fault);
    return status == OK ? cuda_wait(context, what, fault) : status;
}

static struct gpu_copy_end array_end(const struct cuda_texture *texture)
{
    return (struct gpu_copy_end){.memory_type = GPU_MEMORYTYPE_ARRAY, .array = texture->array};
}

static struct gpu_copy_end host_end(const struct cuda_texture *texture, void *host)
{
    return (struct gpu_copy_end){
        .memory_type = GPU_MEMORYTYPE_HOST, .host = host, .pitch = texture->width * sizeof(float)};
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
