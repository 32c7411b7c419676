import type { Ctx } from '#platform/server/ctx.ts'
import { postPublic } from '#platform/server/network/post-public.ts'
import { ConnectionError } from '#platform/server/network/public-connection.ts'

/** The outcome of a request to a destination. */
export interface Posted {
  /** The HTTP status; null without a response. */
  status: number | null
  /** Why it failed; null if it succeeded. */
  reason: string | null
  /** The beginning of the response. */
  response: string
  ms: number
  /** Whether the endpoint asked for no further messages. */
  isGone: boolean
}

const faults: Record<ConnectionError['fault'], string> = {
  private: 'The address belongs to a private network.',
  notFound: "The address doesn't exist.",
  unreachable: "The endpoint couldn't be reached.",
  insecure: "The endpoint doesn't have a valid certificate.",
  slow: "The endpoint didn't respond in time.",
}

/** Sends a message to a destination. */
export async function postMessage(
  ctx: Ctx,
  { url, headers, body }: { url: URL; headers: Record<string, string>; body: string },
): Promise<Posted> {
  const begunAt = performance.now()
  const passed = () => Math.round(performance.now() - begunAt)
  try {
    const { status, head } = await postPublic(ctx.network, url, { headers, body })
    return { status, reason: reasonOf(status), response: head, ms: passed(), isGone: status === 410 }
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error
    return { status: null, reason: faults[error.fault], response: '', ms: passed(), isGone: false }
  }
}

function reasonOf(status: number): string | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return `The endpoint answered ${status}. Redirects aren't followed.`
  return `The endpoint answered ${status}.`
}
