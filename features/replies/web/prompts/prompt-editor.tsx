import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { Disclosure } from '#platform/ui/disclosure.tsx'
import { FormError } from '#platform/ui/fields/form-error.tsx'
import { Textarea } from '#platform/ui/fields/input.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { Section } from '#platform/web/forms/section.tsx'
import { useSubmission } from '#platform/web/forms/submission.ts'
import type { Prompt } from '../../contract.ts'
import { call } from '../api.ts'
import type { PromptPlace } from './edits.ts'
import { kindTexts } from './prompt-kinds.ts'
import { promptsQuery, versionsQuery } from './queries.ts'
import { Versions } from './versions.tsx'

interface PromptEditorProps extends PromptPlace {
  projectId: string
  productName: string
  /** Undefined if there is none yet. */
  prompt: Prompt | undefined
  /** What is typed and not saved; undefined: nothing. */
  typed: string | undefined
  onType: (text: string | null) => void
  /** Chooses an earlier version for the test; undefined for kinds that drafts aren't written with. */
  onTest: ((version: { version: number; text: string }) => void) | undefined
  /** The communities whose own prompt is used instead. */
  others: readonly string[]
  /** Why it has no effect now; null if it has. */
  idle: string | null
  locked: boolean
}

/** Edits one prompt. Each saved text is a version, and an earlier one can be restored. */
export function PromptEditor({ projectId, productName, prompt, typed, onType, onTest, ...place }: PromptEditorProps) {
  const { kind, subreddit, others, idle, locked } = place
  const queryClient = useQueryClient()
  const id = useId()
  const { busy, error, send } = useSubmission()
  const { title, hint, none } = kindTexts[kind]
  const stored = prompt?.active ? prompt.text : ''
  const text = typed ?? stored
  const isOwn = subreddit === null || stored !== '' || typed !== undefined
  const rest = subreddit === null ? none(productName) : `r/${subreddit} uses the text for all communities.`

  /** An empty text turns the prompt off and keeps its versions. */
  const save = async (next: string) => {
    if (prompt) {
      const data = next === '' ? { active: false } : { text: next, active: true }
      await call('promptsUpdate', { id: prompt.id, body: { data } })
    } else if (next !== '') {
      await call('promptsCreate', { body: { data: { project: projectId, kind, subreddit, text: next } } })
    }
    await queryClient.invalidateQueries({ queryKey: promptsQuery(projectId).queryKey })
    if (prompt) await queryClient.invalidateQueries({ queryKey: versionsQuery(prompt.id).queryKey })
    onType(null)
  }
  const saveTyped = async () => {
    await save(text.trim())
    notify({ title: `${title} saved` })
  }
  const reset = async () => {
    await save('')
    const done = subreddit === null ? `${title}: default restored` : `${title}: own text removed`
    notify({ title: done, undo: () => void send(() => save(stored)) })
  }

  return (
    <Section title={title} hint={hint}>
      {idle !== null && <p className="text-muted text-sm">{idle}</p>}
      {isOwn ? (
        <form
          noValidate
          className="flex flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            void send(saveTyped)
          }}
        >
          <label htmlFor={id} className="sr-only">
            {title}
          </label>
          <Textarea
            id={id}
            dir="auto"
            value={text}
            maxLength={20_000}
            disabled={locked}
            onChange={(event) => onType(event.target.value)}
          />
          {text.trim() === '' && <p className="wrap-anywhere text-muted text-sm">{rest}</p>}
          <FormError>{error}</FormError>
          <div className="flex flex-wrap gap-2">
            <Button type="submit" busy={busy} disabled={locked || text.trim() === stored}>
              Save {title.toLowerCase()}
            </Button>
            {typed !== undefined && (
              <Button look="ghost" onClick={() => onType(null)}>
                Discard
              </Button>
            )}
            {stored !== '' && typed === undefined && (
              <Button look="ghost" disabled={locked || busy} onClick={() => void send(reset)}>
                {subreddit === null ? 'Restore default' : 'Remove'}
              </Button>
            )}
          </div>
        </form>
      ) : (
        <div className="flex flex-col gap-3">
          <p className="wrap-anywhere text-muted text-sm">{rest}</p>
          <Button className="self-start" disabled={locked} onClick={() => onType('')}>
            Write one for r/{subreddit}
          </Button>
        </div>
      )}
      {others.length > 0 && (
        <p className="wrap-anywhere text-muted text-sm">
          Replaced in {new Intl.ListFormat('en').format(others.map((name) => `r/${name}`))}.
        </p>
      )}
      {prompt && (
        <Disclosure title={`Version ${prompt.version}`}>
          <Versions
            prompt={prompt}
            locked={locked || busy}
            onRestore={(earlier) => void send(() => save(earlier))}
            onTest={onTest}
          />
        </Disclosure>
      )}
    </Section>
  )
}
