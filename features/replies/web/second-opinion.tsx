import { useState } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { useSubmission } from '#platform/web/forms/submission.ts'
import type { ReplyContext, ReplyOpinion } from '../contract-drafts.ts'
import { call } from './api.ts'
import { verdictNames } from './checks.ts'

interface SecondOpinionProps {
  leadId: string
  text: string
  context: ReplyContext
}

/** What the chat model thinks of the reply under the community's rules: on request, beside the rule check. */
export function SecondOpinion({ leadId, text, context: { model, rules } }: SecondOpinionProps) {
  const { busy, error, send } = useSubmission()
  const [opinion, setOpinion] = useState<(ReplyOpinion & { about: string }) | null>(null)
  if (model === null || !rules || rules.length === 0) return null
  const ask = async () => {
    setOpinion(null)
    const { data } = await call('replyOpinionCreate', { id: leadId, body: { data: { text } } })
    setOpinion({ ...data, about: text })
  }
  return (
    <section aria-label="Second opinion" className="flex flex-col gap-2 text-sm">
      <Button size="small" className="self-start" busy={busy} onClick={() => void send(ask)}>
        Ask {model} for a second opinion
      </Button>
      <div aria-live="polite" className="flex flex-col gap-2 empty:hidden">
        {error && <p className="font-medium text-danger">{error}</p>}
        {opinion && (
          <>
            <p className="wrap-anywhere text-muted">
              {opinion.about === text ? 'Opinion' : 'Opinion on your earlier text'} of {opinion.model}, which may be
              wrong. It doesn't change the rule check.
            </p>
            {opinion.findings.length === 0 && <p>The answer couldn't be checked.</p>}
            <ul className="flex flex-col gap-2">
              {opinion.findings.map(({ name, verdict, quote, reason }) => (
                <li key={name} dir="auto" className="wrap-anywhere">
                  <span className="font-medium">
                    {verdictNames[verdict]}: {name}
                  </span>{' '}
                  {quote !== null && <q>{quote}</q>} {reason}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </section>
  )
}
