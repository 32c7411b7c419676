import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, errorBody } from '../../contract/errors.ts'
import type { Ctx } from '../ctx.ts'
import { faultOf, isDatabaseAway, isDeadlock, isDiskFull } from '../faults/fault.ts'
import { diskFull, isBelowFloor } from '../free-space.ts'
import { isApiPath } from './headers.ts'
import type { Documents } from './pages/documents.ts'

/** PostgreSQL's code for a row that references a missing one: it was deleted after the request was authorized. */
const foreignKeyViolation = '23503'

/**
 * Answers errors: API calls get the common JSON shape, pages get the error page if the build has one (SPEC 2, 8).
 * Unexpected errors are logged without being revealed.
 */
export function answerErrors(
  app: FastifyInstance,
  ctx: Pick<Ctx, 'freeBytes'>,
  documents: Pick<Documents, 'sendError'> | null,
): void {
  app.setErrorHandler(async (thrown, request, reply) => {
    const error = await errorOf(ctx, thrown, request.log)
    return documents && asksForPage(request)
      ? documents.sendError(retryHeader(reply, error), error)
      : sendError(reply, error)
  })
}

/** Returns the error to show for a thrown value. */
export async function errorOf(ctx: Pick<Ctx, 'freeBytes'>, thrown: unknown, log: FastifyBaseLogger): Promise<ApiError> {
  const apiError = thrown instanceof ApiError ? thrown : requestFault(thrown)
  if (apiError) return apiError
  const fault = faultOf(thrown)
  if (fault.code === foreignKeyViolation) {
    log.warn(fault, 'row was deleted concurrently')
    return new ApiError('NotFoundError', 'Not Found')
  }
  if (isDeadlock(thrown)) {
    log.warn(fault, 'deadlock with another transaction')
    return new ApiError('ConflictError', 'Someone else changed this at the same time. Try again.')
  }
  const isAway = isDatabaseAway(thrown)
  if (isDiskFull(thrown) || (isAway && (await isBelowFloor(ctx)))) {
    log.error(fault, 'the disk is full')
    return diskFull()
  }
  log.error(fault, isAway ? 'database not responding' : 'unexpected error')
  return isAway ? away() : new ApiError('InternalServerError', 'Internal Server Error')
}

/**
 * Refuses writes while the disk is too full for PostgreSQL to write safely. Reads and the public pages keep working.
 */
export function refuseWritesToFullDisk(app: FastifyInstance, ctx: Pick<Ctx, 'freeBytes'>): void {
  app.addHook('onRequest', async (request) => {
    const reads = ['GET', 'HEAD', 'OPTIONS'].includes(request.method)
    if (!reads && (await isBelowFloor(ctx))) throw diskFull()
  })
}

/** Returns whether the request is for a page. Browsers accept HTML when they open a URL or submit a form. */
function asksForPage({ url, headers }: FastifyRequest): boolean {
  return !isApiPath(url) && (headers.accept ?? '').includes('text/html')
}

function away(): ApiError {
  const message = 'The server cannot reach its database. Try again in a moment.'
  return new ApiError('ServiceUnavailableError', message, { retryAfter: 5 })
}

export function sendError(reply: FastifyReply, error: ApiError): FastifyReply {
  const body = errorBody(error)
  return retryHeader(reply, error)
    .code(error.status)
    .type('application/json; charset=utf-8')
    .send(isCapture(reply) ? { ...body, message: error.message } : body)
}

function retryHeader(reply: FastifyReply, { details: { retryAfter } }: ApiError): FastifyReply {
  return typeof retryAfter === 'number' ? reply.header('retry-after', retryAfter) : reply
}

/** Returns whether this is the capture endpoint. Like similar services, it has `message` at the top level (SPEC 7). */
function isCapture(reply: FastifyReply): boolean {
  return reply.request.routeOptions.url === '/api/collect-email'
}

/**
 * Answers a request that couldn't be parsed or timed out with the common error shape. Closes the connection, even if
 * the client wants to keep it.
 */
export function endBrokenRequest(_error: Error, socket: Socket): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const body = JSON.stringify(errorBody(new ApiError('ValidationError', 'The request is not valid HTTP')))
  const head = ['HTTP/1.1 400 Bad Request', 'content-type: application/json', `content-length: ${body.length}`]
  socket.write(`${head.join('\r\n')}\r\nconnection: close\r\n\r\n${body}`)
  socket.destroySoon()
}

/** Returns the ApiError for a fault that Fastify found before our code ran. */
function requestFault(thrown: unknown): ApiError | null {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : null
  const status = thrown instanceof Error && 'statusCode' in thrown ? thrown.statusCode : null
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new ApiError('PayloadTooLargeError', 'The request body is too large for this endpoint')
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new ApiError('ValidationError', 'The request body must be JSON, with content-type: application/json')
  }
  return status === 400 ? new ApiError('ValidationError', 'The request is not valid') : null
}
