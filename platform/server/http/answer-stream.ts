import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '../../contract/endpoint.ts'
import { type ApiError, errorBody } from '../../contract/errors.ts'

/** Returns whether a request wants the answer of an endpoint as a stream. */
export function wantsStream({ streams }: Endpoint, { headers }: FastifyRequest): boolean {
  return streams === true && headers.accept?.includes('text/event-stream') === true
}

/**
 * Answers with server-sent events: `text` for each part that `work` passes on, then `answer` with the endpoint's answer
 * or `error` with an error body. The work goes on if the client leaves.
 */
export function streamAnswer(
  reply: FastifyReply,
  work: (onText: (text: string) => void) => Promise<unknown>,
  errorOf: (thrown: unknown) => Promise<ApiError>,
): FastifyReply {
  const readable = new Readable({ read() {} })
  const send = (event: string, data: unknown) => {
    if (!readable.destroyed) readable.push(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }
  void work((text) => send('text', { text }))
    .then(
      (answer) => send('answer', answer),
      async (thrown: unknown) => send('error', errorBody(await errorOf(thrown))),
    )
    .finally(() => readable.destroyed || readable.push(null))
  reply.headers({
    'content-type': 'text/event-stream; charset=utf-8',
    // Keeps proxies from transforming or buffering the stream.
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  return reply.send(readable)
}
