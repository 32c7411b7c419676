import { useMemo } from 'react'
import { replyChecker } from '#engine/replies/check.ts'
import { checkContextOf } from '../../contract-check.ts'
import type { DraftTest, ReplyContext } from '../../contract-drafts.ts'
import { Findings } from '../findings.tsx'
import { Tokens } from '../tokens.tsx'

/** A draft of a test with its rule check, or why there is none. */
export function TestedDraft({ draft, context, title }: { draft: DraftTest; context: ReplyContext; title: string }) {
  const { text, disclosure, bannedClaims, because, unanswered } = draft
  const findings = useMemo(
    () => (text === null ? [] : replyChecker(checkContextOf({ ...context, disclosure, bannedClaims }, draft))(text)),
    [context, disclosure, bannedClaims, draft, text],
  )
  if (text === null) {
    return (
      <div className="flex flex-col gap-2 rounded-lg bg-sunken px-3 py-2 text-muted">
        {because !== null && <p>{because}</p>}
        {unanswered.map(({ asks, missing }) => (
          <p key={missing} dir="auto" className="wrap-anywhere">
            {asks} {missing}
          </p>
        ))}
      </div>
    )
  }
  return (
    <>
      <p dir="auto" className="wrap-anywhere whitespace-pre-wrap rounded-lg bg-sunken px-3 py-2">
        {text}
      </p>
      <Tokens use={draft} />
      <Findings text={text} findings={findings} label={`Rule check: ${title}`} />
    </>
  )
}
