import { EndpointError } from './endpoint-error.ts'

/**
 * Returns a fetch() for a URL that the operator configured and therefore trusts. Refuses redirects, so that the key
 * never reaches another host, and reads at most `bytesMost` decompressed bytes.
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
