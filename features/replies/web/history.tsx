import { Button } from '#platform/ui/button.tsx'
import { Disclosure } from '#platform/ui/disclosure.tsx'
import { agoText } from '#platform/web/text/age.ts'
import type { ReplyDraft } from '../contract-drafts.ts'
import { Differences } from './differences.tsx'

interface HistoryProps {
  drafts: readonly ReplyDraft[]
  /** The text in the field. */
  text: string
  onUse: (text: string) => void
  now: number
}

/** Earlier suggestions, and how the text in the field differs from each. */
export function History({ drafts, text, onUse, now }: HistoryProps) {
  const texts = drafts.flatMap((draft) => (draft.text === null ? [] : [{ ...draft, text: draft.text }]))
  if (texts.length === 0) return null
  return (
    <Disclosure title={texts.length === 1 ? '1 suggestion' : `${texts.length} suggestions`}>
      <ol className="flex flex-col gap-2">
        {texts.map((draft) => (
          <li key={draft.id} className="flex flex-col gap-2 rounded-lg bg-sunken px-3 py-2">
            <div className="flex flex-wrap items-center gap-2 text-muted">
              <span className="tabular flex-1">
                {agoText(draft.createdAt, now)} · {draft.method === 'model' ? draft.model : 'built in'}
              </span>
              {draft.text !== text && (
                <Button size="small" onClick={() => onUse(draft.text)}>
                  Use this text
                </Button>
              )}
            </div>
            <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
              <Differences from={draft.text} to={text.trim() === '' ? draft.text : text} />
            </p>
          </li>
        ))}
      </ol>
    </Disclosure>
  )
}
