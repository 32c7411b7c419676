import { answeringSeconds } from '#engine/replies/answering.ts'
import { agoText } from '#platform/web/text/age.ts'
import type { Message } from '../../contract.ts'

/** Returns the answers of others since the user began to write. */
export function answersSince(messages: readonly Message[], me: string, draft: Message | undefined): Message[] {
  if (!draft) return []
  return messages.filter(
    ({ direction, state, createdBy, createdAt }) =>
      direction === 'out' &&
      state !== 'draft' &&
      state !== 'refused' &&
      createdBy?.id !== me &&
      createdAt > draft.createdAt,
  )
}

/** Returns who else is at a conversation, in sentences: who writes an answer, and who answered since the user began one. */
export function companyTexts(
  messages: readonly Message[],
  { me, draft, now }: { me: string; draft: Message | undefined; now: number },
): string[] {
  const writing = messages.filter(
    ({ state, createdBy, updatedAt }) =>
      state === 'draft' &&
      createdBy != null &&
      createdBy.id !== me &&
      now - new Date(updatedAt).getTime() < answeringSeconds * 1000,
  )
  const answered = answersSince(messages, me, draft)
  return [
    ...new Set(writing.map(({ createdBy }) => `${createdBy?.email} is writing an answer.`)),
    ...answered.map(
      ({ createdBy, createdAt }) => `${createdBy?.email ?? 'Somebody'} answered ${agoText(createdAt, now)}.`,
    ),
  ]
}

/** Returns when the newest of these messages was created; null without any. */
export function seenUntil(messages: readonly Message[]): string | null {
  return messages.reduce<string | null>(
    (newest, { createdAt }) => (newest === null || createdAt > newest ? createdAt : newest),
    null,
  )
}
