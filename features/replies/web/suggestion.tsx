import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { type DraftLength, draftLengths, type Tone, tones } from '#engine/replies/draft-options.ts'
import { dateText } from '#engine/subscription/state.ts'
import type { Usage } from '#features/billing/contract.ts'
import { Button } from '#platform/ui/button.tsx'
import { Checkbox } from '#platform/ui/fields/checkbox.tsx'
import { Select } from '#platform/ui/fields/select.tsx'
import { useSubmission } from '#platform/web/forms/submission.ts'
import { paths } from '#platform/web/page/paths.ts'
import { useUser } from '#platform/web/session/project.ts'
import type { ReplyContext, ReplyDraft } from '../contract-drafts.ts'
import { call } from './api.ts'
import { creditsLeft } from './credits.ts'
import { creditsQuery, replyDraftsQuery } from './queries.ts'
import { Tokens } from './tokens.tsx'

const lengthNames: Record<DraftLength, string> = { short: 'Short', medium: 'Medium length', long: 'Long' }
const toneNames: Record<Tone, string> = { plain: 'Plain tone', friendly: 'Friendly tone', expert: 'Expert tone' }

/** The choice to write in the language of the post. */
const ofPost = 'post'
const languageNames = new Intl.DisplayNames(['en'], { type: 'language' })

function languageOptions({ language, languages }: ReplyContext): { value: string; label: string }[] {
  const nameOf = (code: string) => languageNames.of(code) ?? code
  const own = language === null ? "The post's language" : `The post's language (${nameOf(language)})`
  const others = languages.map((code) => ({ value: code, label: nameOf(code) }))
  return [{ value: ofPost, label: own }, ...others.toSorted((a, b) => a.label.localeCompare(b.label))]
}

interface SuggestionProps {
  projectId: string
  leadId: string
  context: ReplyContext
  /** The latest suggestion; null before the first. */
  draft: ReplyDraft | null
  onDraft: (draft: ReplyDraft) => void
}

/** Asks for a suggested reply, with its options and its cost. */
export function Suggestion({ projectId, leadId, context, draft, onDraft }: SuggestionProps) {
  const queryClient = useQueryClient()
  const { busy, error, send } = useSubmission()
  const [length, setLength] = useState<DraftLength>('medium')
  const [tone, setTone] = useState<Tone>('plain')
  const [mention, setMention] = useState(true)
  const [variant, setVariant] = useState(0)
  const [language, setLanguage] = useState<string>(ofPost)
  const [written, setWritten] = useState('')
  const { data: credits } = useQuery(creditsQuery(projectId))
  const left = credits ? creditsLeft(credits) : null
  const suggest = async () => {
    setWritten('')
    const data = { length, tone, mention, variant, language: language === ofPost ? null : language }
    const onText = (part: string) => setWritten((text) => text + part)
    onDraft((await call('draftCreate', { id: leadId, body: { data }, onText })).data)
    setVariant((variant + 1) % 1_000)
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: replyDraftsQuery(leadId).queryKey }),
      queryClient.invalidateQueries({ queryKey: creditsQuery(projectId).queryKey }),
    ])
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Select
          narrow
          aria-label="Length"
          value={length}
          onChange={setLength}
          options={draftLengths.map((value) => ({ value, label: lengthNames[value] }))}
        />
        <Select
          narrow
          aria-label="Tone"
          value={tone}
          onChange={setTone}
          options={tones.map((value) => ({ value, label: toneNames[value] }))}
        />
        <Select
          narrow
          aria-label="Language"
          value={language}
          onChange={setLanguage}
          options={languageOptions(context)}
        />
        <Checkbox label={`Mention ${context.product.name}`} checked={mention} onChange={setMention} />
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button look="primary" busy={busy} disabled={left === 0} onClick={() => void send(suggest)}>
          {draft?.text == null ? 'Suggest a reply' : 'Suggest another'}
        </Button>
        <Cost left={left} renewsAt={credits?.renewsAt ?? null} context={context} />
      </div>
      <div aria-live="polite" className="flex flex-col gap-2 text-sm empty:hidden">
        {busy && written !== '' && (
          <p
            dir="auto"
            className="wrap-anywhere select-none whitespace-pre-wrap rounded-lg bg-sunken px-3 py-2 text-muted"
          >
            {written}
          </p>
        )}
        {error && <p className="font-medium text-danger">{error}</p>}
        {!busy && draft && <Outcome draft={draft} />}
      </div>
    </div>
  )
}

interface CostProps {
  /** Null without a limit. */
  left: number | null
  /** Null if they don't renew. */
  renewsAt: Usage['renewsAt']
  context: ReplyContext
}

/** What a suggestion costs, who writes it, and how many are left; without any, when there will be more. */
function Cost({ left, renewsAt, context: { model } }: CostProps) {
  const timeZone = useUser()?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const by = model === null ? 'Assembled from your facts, without a model.' : `Written by ${model} from your facts.`
  if (left === null) return <p className="text-muted text-sm">{by}</p>
  if (left > 0) {
    return (
      <p className="tabular text-muted text-sm">
        {by} Uses 1 of {left.toLocaleString('en')} {left === 1 ? 'suggestion' : 'suggestions'} left.
      </p>
    )
  }
  return (
    <p className="tabular text-sm">
      No suggestions left.{renewsAt !== null && ` They renew on ${dateText(renewsAt, timeZone)}.`}{' '}
      <Link to={paths.pay} className="font-medium underline">
        See plans
      </Link>
    </p>
  )
}

/** Why there is no text, or what to know about it. */
function Outcome({ draft }: { draft: ReplyDraft }) {
  const { state, refusal, because, unanswered } = draft
  return (
    <>
      {refusal !== null && <p>{refusal} This is the built-in draft.</p>}
      {state === 'withheld' && <p>{because}</p>}
      {unanswered.map(({ asks, missing }) => (
        <p key={missing} dir="auto" className="wrap-anywhere">
          {asks} {missing}
        </p>
      ))}
      <Tokens use={draft} />
    </>
  )
}
