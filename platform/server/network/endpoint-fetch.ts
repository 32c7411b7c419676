import { EndpointError } from './endpoint-error.ts'

/**
 * fetch() for an address that the operator configured, and is trusted for that: but no redirect takes the key to another
 * host, and no more is read than so many bytes, unpacked.
 */
export function endpointFetch(bytesMost: number): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'error' })
    if (!response.body) return response
    const { status, statusText, headers } = response
    return new Response(response.body.pipeThrough(upTo(bytesMost)), { status, statusText, headers })
  }
}

function upTo(bytesMost: number): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let bytes = 0
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      if (bytes > bytesMost) controller.error(new EndpointError('huge'))
      else controller.enqueue(chunk)
    },
  })
}
