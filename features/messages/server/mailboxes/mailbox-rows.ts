import { mailAllowance } from '#engine/mail/caps.ts'
import { troubleWording } from '#engine/mail/wordings.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Writing } from '#platform/server/database/rows/own-row.ts'
import { resourceRows } from '#platform/server/resource.ts'
import { Mailbox, mailboxesResource } from '../../contract-mailbox.ts'
import { sendingsOfMailboxes } from './mailbox-sendings.ts'
import { mailbox } from './tables.ts'

export type MailboxRow = typeof mailbox.$inferSelect

const plain = resourceRows({ resource: mailboxesResource, entity: Mailbox }, mailbox)

/** How mailboxes are read, without their secrets. */
export function mailboxes(ctx: Ctx): Writing<MailboxRow, Mailbox> {
  return {
    ...plain,
    unique: { index: 'mailbox_address', field: 'address', taken: 'This mailbox is already connected' },
    present: async (tx, found, query) => {
      const entities = await plain.present(tx, found, query)
      const sendings = await sendingsOfMailboxes(
        ctx,
        tx,
        found.map(({ id }) => id),
      )
      return entities.map((entity, index) => {
        const { id, trouble, dailyMost } = found[index] as MailboxRow
        const { sent = 0, firstSentAt = null } = sendings.get(id) ?? {}
        const today = { sent, most: mailAllowance(firstSentAt, dailyMost, ctx.now()) }
        return { ...entity, trouble: trouble && troubleWording(trouble), today }
      })
    },
  }
}
