import type { ServerResponse } from 'node:http'
import type { Answer } from '../../sign-in/exchange.ts'

const plain = {
  'cache-control': 'private, s-maxage=0, max-age=0, must-revalidate, no-store',
  expires: '-1',
  server: 'snooserv',
}

export function sendAnswer(response: ServerResponse, { status, body, headers }: Answer, how: { isRaw: boolean }): void {
  const isText = typeof body === 'string'
  const type = isText ? 'text/html; charset=UTF-8' : 'application/json; charset=UTF-8'
  response.writeHead(status, { ...plain, 'content-type': type, ...headers })
  response.end(isText ? body : jsonOf(body, how.isRaw))
}

/** Serializes an answer. Escapes texts for HTML unless the client asks for raw JSON. Writes times with a fraction. */
export function jsonOf(body: object, isRaw: boolean): string {
  const json = JSON.stringify(
    body,
    isRaw ? undefined : (_, value) => (typeof value === 'string' ? escapedText(value) : value),
  )
  return json.replace(/"(created|created_utc|edited|upvote_ratio)":(-?\d+)(?=[,}])/g, '"$1":$2.0')
}

function escapedText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
