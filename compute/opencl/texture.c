/* OpenCL textures: an image and the sampler that reads it. */
#include "base/memory.h"
#include "compute/opencl/handles.h"

#include <stdlib.h>

void opencl_texture_free(void *handle)
{
    struct opencl_texture *texture = handle;
    if (!texture)
        return;
    const struct opencl_api *api = texture->context->device.api;
    if (texture->sampler)
        api->clReleaseSampler(texture->sampler);
    if (texture->image)
        api->clReleaseMemObject(texture->image);
    free(texture);
}

static enum status make_image(struct opencl_texture *texture, struct fault *fault)
{
    const struct compute_texture shape = texture->shape;
    const bool layers = shape.dimensions == COMPUTE_3D;
    const cl_image_format format = {CL_R, CL_FLOAT};
    const cl_image_desc description = {.image_type = layers ? CL_MEM_OBJECT_IMAGE3D : CL_MEM_OBJECT_IMAGE2D,
                                       .image_width = shape.width,
                                       .image_height = shape.height,
                                       .image_depth = shape.depth};
    cl_int error;
    texture->image = texture->context->device.api->clCreateImage(texture->context->context, CL_MEM_READ_ONLY, &format,
                                                                 &description, NULL, &error);
    if (error == CL_INVALID_IMAGE_SIZE)
        return fail(fault, INVALID, "a texture of %zu x %zu x %zu is too large for this device", shape.width,
                    shape.height, shape.depth);
    if (error == CL_IMAGE_FORMAT_NOT_SUPPORTED)
        return fail(fault, UNSUPPORTED, "this device has no images of single floats");
    return opencl_check_memory(error, "allocating a texture", fault);
}

static enum status make_sampler(struct opencl_texture *texture, struct fault *fault)
{
    static const cl_addressing_mode modes[] = {
        [COMPUTE_CLAMP] = CL_ADDRESS_CLAMP_TO_EDGE,
        [COMPUTE_BORDER] = CL_ADDRESS_CLAMP,
        [COMPUTE_WRAP] = CL_ADDRESS_REPEAT,
        [COMPUTE_MIRROR] = CL_ADDRESS_MIRRORED_REPEAT,
    };
    const struct compute_texture shape = texture->shape;
    cl_int error;
    texture->sampler = texture->context->device.api->clCreateSampler(
        texture->context->context, compute_is_normalised(shape) ? CL_TRUE : CL_FALSE, modes[shape.addressing],
        shape.filter == COMPUTE_LINEAR ? CL_FILTER_LINEAR : CL_FILTER_NEAREST, &error);
    return opencl_check(error, UNSUPPORTED, "making a sampler", fault);
}

#define WHOLE(shape)                                                                                                   \
    {                                                                                                                  \
        (shape).width, (shape).height, (shape).depth ? (shape).depth : 1                                               \
    }

static cl_int write_region(const struct opencl_texture *texture, const size_t region[3], const void *from)
{
    const size_t origin[3] = {0};
    return texture->context->device.api->clEnqueueWriteImage(texture->context->queue[0], texture->image, CL_TRUE,
                                                             origin, region, 0, 0, from, 0, NULL, NULL);
}

enum status opencl_texture_new(void *handle, struct compute_texture shape, void **result, struct fault *fault)
{
    struct opencl_context *context = handle;
    static const size_t first[3] = {1, 1, 1};
    const float element = 0;
    /* So that an earlier failure of a kernel is not mistaken for a lack of memory. */
    enum status status = opencl_finish(context, fault);
    if (status != OK)
        return status;
    struct opencl_texture *texture = allocate(sizeof *texture);
    *texture = (struct opencl_texture){.context = context, .shape = shape};
    status = make_image(texture, fault);
    if (status == OK) /* drivers defer an allocation to the first use */
        status = opencl_check_memory(write_region(texture, first, &element), "allocating a texture", fault);
    if (status == OK)
        status = make_sampler(texture, fault);
    if (status != OK) {
        opencl_texture_free(texture);
        return status;
    }
    *result = texture;
    return OK;
}

enum status opencl_texture_write(void *handle, const void *from, struct fault *fault)
{
    const struct opencl_texture *texture = handle;
    const size_t region[3] = WHOLE(texture->shape);
    return opencl_check(write_region(texture, region, from), LAUNCH_FAILED, "writing a texture, or a kernel before it",
                        fault);
}

enum status opencl_texture_read(void *handle, void *to, struct fault *fault)
{
    const struct opencl_texture *texture = handle;
    const size_t origin[3] = {0}, region[3] = WHOLE(texture->shape);
    return opencl_check(texture->context->device.api->clEnqueueReadImage(texture->context->queue[0], texture->image,
                                                                         CL_TRUE, origin, region, 0, 0, to, 0, NULL,
                                                                         NULL),
                        LAUNCH_FAILED, "reading a texture, or a kernel before it", fault);
}
