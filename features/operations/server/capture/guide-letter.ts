import type { Ctx } from '#platform/server/ctx.ts'
import { type Letter, letterOf } from '#platform/server/mail/letter.ts'
import { guidePath } from '../../contract.ts'

/** Where one click unsubscribes; of our own public address, whatever a request says its host is. */
export function unsubscribeUrl({ publicUrl }: Pick<Ctx, 'publicUrl'>, token: string): string {
  return `${publicUrl}/unsubscribe/${token}`
}

/** The mail that somebody gets for their address, once. */
export function guideLetter({ publicUrl, url }: { publicUrl: string; url: string }): Letter {
  return letterOf({
    subject: 'Your free Reddit guide',
    paragraphs: [
      'Here is the Reddit marketing guide: how to write comments without getting banned and titles that get upvotes, how to get first customers, and templates to copy.',
    ],
    action: { label: 'Read the guide', url: `${publicUrl}${guidePath}` },
    notes: [
      `You get this mail because this address was entered at ${publicUrl}. If that was not you, there is nothing to do: it is sent once, and nobody can have it sent to you again.`,
    ],
    unsubscribe: url,
  })
}
