import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Opportunity } from '#features/leads/contract.ts'
import { Button } from '#platform/ui/button.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { Select } from '#platform/ui/fields/select.tsx'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { Section } from '#platform/web/forms/section.tsx'
import { useSubmission } from '#platform/web/forms/submission.ts'
import { isGone, nameOf } from '#platform/web/post/shown-post.ts'
import type { DraftTest, DraftTestCreate, ReplyContext } from '../../contract-drafts.ts'
import { call } from '../api.ts'
import { creditsQuery, replyContextQuery } from '../queries.ts'
import { type Edits, type PromptPlace, postPathIn, testedPrompts } from './edits.ts'
import { kindTexts } from './prompt-kinds.ts'
import { leadAt, recentLeadsQuery, replyModelQuery } from './queries.ts'
import { TestedDraft } from './tested-draft.tsx'

/** An earlier version to compare with. */
export interface TestedVersion extends PromptPlace {
  version: number
  text: string
}

type Method = DraftTestCreate['method']

interface PromptTestProps {
  projectId: string
  edits: Edits
  /** Null: the edits are compared. */
  tested: TestedVersion | null
  onUseEdits: () => void
}

/** Drafts a reply to a real post twice, side by side: with the saved prompts, and with others. */
export function PromptTest({ projectId, edits, tested, onUseEdits }: PromptTestProps) {
  const leads = useQuery(recentLeadsQuery(projectId))
  const [lead, setLead] = useState<Opportunity | null>(null)
  return (
    <Section
      title="Test on a post"
      hint="Compares a draft from your saved prompts with one from your edits or an earlier version. Nothing is saved to the lead."
    >
      {hasFailed(leads) && <FetchFailure query={leads} title="Couldn't load your leads" />}
      <PostChoice projectId={projectId} leads={leads.data ?? []} lead={lead} onChoose={setLead} />
      {lead && (
        <Comparison
          key={lead.id}
          projectId={projectId}
          lead={lead}
          others={testedPrompts(tested ? new Map([['', tested]]) : edits)}
          othersName={tested ? `${kindTexts[tested.kind].title}, version ${tested.version}` : 'Your edits'}
          onUseEdits={tested ? onUseEdits : undefined}
        />
      )}
    </Section>
  )
}

interface PostChoiceProps {
  projectId: string
  leads: readonly Opportunity[]
  lead: Opportunity | null
  onChoose: (lead: Opportunity) => void
}

/** One of the newest leads, or any lead by the address of its post. */
function PostChoice({ projectId, leads, lead, onChoose }: PostChoiceProps) {
  const [address, setAddress] = useState('')
  const { busy, error, send } = useSubmission()
  const shown = leads.filter(({ post }) => post && !isGone(post))
  const known = lead && !shown.some(({ id }) => id === lead.id) ? [lead, ...shown] : shown
  const find = async () => {
    const path = postPathIn(address)
    if (path === null) throw new Error('Paste the address of a post or comment on Reddit.')
    const found = await leadAt(projectId, path)
    if (!found) throw new Error("This post isn't one of your leads.")
    setAddress('')
    onChoose(found)
  }
  return (
    <div className="grid grid-cols-1 gap-6 sm:grid-cols-2">
      <Field label="Post" hint={known.length === 0 ? 'Your leads will appear here.' : undefined}>
        {(control) => (
          <Select
            {...control}
            value={lead?.id ?? null}
            placeholder="Choose a lead"
            disabled={known.length === 0}
            onChange={(id) => {
              const chosen = known.find((each) => each.id === id)
              if (chosen) onChoose(chosen)
            }}
            options={known.map(({ id, post }) => ({ value: id, label: nameOf(post!), detail: `r/${post!.subreddit}` }))}
          />
        )}
      </Field>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send(find)
        }}
      >
        <Field label="Or its address" error={error}>
          {(control) => (
            <div className="flex gap-2">
              <Input
                {...control}
                value={address}
                placeholder="https://www.reddit.com/r/…"
                onChange={(event) => setAddress(event.target.value)}
                className="min-w-0 flex-1"
              />
              <Button type="submit" className="h-10" busy={busy}>
                Find
              </Button>
            </div>
          )}
        </Field>
      </form>
    </div>
  )
}

interface ComparisonProps {
  projectId: string
  lead: Opportunity
  /** The prompts of the right side. */
  others: DraftTestCreate['prompts']
  othersName: string
  onUseEdits: (() => void) | undefined
}

function Comparison({ projectId, lead, others, othersName, onUseEdits }: ComparisonProps) {
  const queryClient = useQueryClient()
  const context = useQuery(replyContextQuery(lead.id))
  const { data: model } = useQuery(replyModelQuery(projectId))
  const { data: credits } = useQuery(creditsQuery(projectId))
  const { busy, error, send } = useSubmission()
  const [methods, setMethods] = useState<readonly [Method, Method]>(['builtIn', 'builtIn'])
  const [drafts, setDrafts] = useState<readonly [DraftTest | null, DraftTest | null]>([null, null])
  if (hasFailed(context)) return <FetchFailure query={context} title="Couldn't load the post" />
  const name = model?.sends && model.default !== null ? (model.model ?? model.default) : null
  const paid = methods.filter((method) => method === 'model').length
  const write = async (method: Method, prompts: DraftTestCreate['prompts']) =>
    (await call('draftTestCreate', { id: lead.id, body: { data: { method, prompts: [...prompts] } } })).data
  const compare = async () => {
    setDrafts([null, null])
    try {
      // One after the other, so that an error stops before the second costs something.
      const first = await write(methods[0], [])
      setDrafts([first, null])
      setDrafts([first, await write(methods[1], others)])
    } finally {
      await queryClient.invalidateQueries({ queryKey: creditsQuery(projectId).queryKey })
    }
  }
  const sides = [
    { title: 'Saved prompts', at: 0 },
    { title: others.length === 0 ? 'Saved prompts, again' : othersName, at: 1 },
  ] as const
  return (
    <div className="flex flex-col gap-5">
      {others.length === 0 && (
        <p className="text-muted text-sm">
          Nothing is edited. Edit a prompt above, choose “Test” at an earlier version, or compare two writers.
        </p>
      )}
      {onUseEdits && (
        <Button size="small" className="self-start" onClick={onUseEdits}>
          Compare your edits instead
        </Button>
      )}
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        {sides.map(({ title, at }) => (
          <section key={at} aria-label={title} className="flex min-w-0 flex-col gap-3">
            <h3 className="wrap-anywhere font-semibold">{title}</h3>
            {name !== null && (
              <div>
                <Select
                  aria-label={`Writer for ${title}`}
                  value={methods[at]}
                  onChange={(method) => {
                    setMethods(at === 0 ? [method, methods[1]] : [methods[0], method])
                    setDrafts([null, null])
                  }}
                  options={[
                    { value: 'builtIn', label: 'Built in' },
                    { value: 'model', label: name },
                  ]}
                />
              </div>
            )}
            <Side draft={drafts[at]} context={context.data} title={title} />
          </section>
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button look="primary" busy={busy} onClick={() => void send(compare)}>
          Write both drafts
        </Button>
        <p className="tabular text-muted text-sm">{costText(paid, credits)}</p>
      </div>
      <p aria-live="polite" className="font-medium text-danger text-sm empty:hidden">
        {error}
      </p>
    </div>
  )
}

interface SideProps {
  draft: DraftTest | null
  context: ReplyContext | undefined
  title: string
}

function Side({ draft, context, title }: SideProps) {
  return draft && context ? <TestedDraft draft={draft} context={context} title={title} /> : null
}

/** Returns what a comparison costs. */
function costText(paid: number, credits: { limit: number | null; used: number } | undefined): string {
  if (paid === 0) return 'Free: built-in drafts cost nothing.'
  if (!credits || credits.limit === null) return paid === 1 ? 'Asks the model once.' : 'Asks the model twice.'
  const left = Math.max(0, credits.limit - credits.used)
  return `Uses ${paid} of ${left.toLocaleString('en')} suggestions left.`
}
