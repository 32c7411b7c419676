import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, errorBody } from '../../contract/errors.ts'
import type { Ctx } from '../ctx.ts'
import { faultOf, isDatabaseAway, isDeadlock, isDiskFull } from '../faults/fault.ts'
import { diskFull, isBelowFloor } from '../free-space.ts'
import { isApiPath } from './headers.ts'
import type { Documents } from './pages/documents.ts'

/** PostgreSQL's word for a row that names one which is not there: what a request names was there when it was let in. */
const foreignKeyViolation = '23503'

/**
 * Answers whatever fails: a call in the one shape, and who opens a page with the error page (SPEC 2, 8), where there is a
 * build that has one. What nobody foresaw is logged and told to nobody.
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

/** Returns the error that the caller sees for whatever was thrown. */
async function errorOf(ctx: Pick<Ctx, 'freeBytes'>, thrown: unknown, log: FastifyBaseLogger): Promise<ApiError> {
  const known = thrown instanceof ApiError ? thrown : requestFault(thrown)
  if (known) return known
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
 * Refuses every request that writes while the disk is too full for PostgreSQL to be written to. What only reads goes on,
 * and so do the public pages.
 */
export function refuseWritesToFullDisk(app: FastifyInstance, ctx: Pick<Ctx, 'freeBytes'>): void {
  app.addHook('onRequest', async (request) => {
    const reads = ['GET', 'HEAD', 'OPTIONS'].includes(request.method)
    if (!reads && (await isBelowFloor(ctx))) throw diskFull()
  })
}

/** Browsers say that they take HTML where somebody opens an address or sends a form; the API has one shape for all. */
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

/** The capture service answers like others of its kind, with the message at the top (SPEC 7). */
function isCapture(reply: FastifyReply): boolean {
  return reply.request.routeOptions.url === '/api/collect-email'
}

/**
 * A request that no parser took, or that did not arrive in time: its connection gets the same shape and is closed, also
 * where the other side would rather keep it.
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

/** Faults that are found in a request before any of our code sees it. */
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
