import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { explanation } from '#engine/query/explain.ts'
import { parseQuery } from '#engine/query/parse.ts'
import type { Project } from '#features/projects/contract.ts'
import { focusSoon } from '#platform/ui/fields/autofocus.ts'
import { Combobox } from '#platform/ui/fields/combobox.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { Input, Textarea } from '#platform/ui/fields/input.tsx'
import { Select } from '#platform/ui/fields/select.tsx'
import { TagInput } from '#platform/ui/fields/tag-input.tsx'
import { Drawer } from '#platform/ui/overlays/dialog.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { call } from '#platform/web/api/api.ts'
import { useSettled } from '#platform/web/api/use-settled.ts'
import { FormEnd } from '#platform/web/forms/form-end.tsx'
import { languageOptions } from '#platform/web/forms/languages.ts'
import { useSubmission } from '#platform/web/forms/submission.ts'
import type { Exclusion, Keyword } from '../../contract.ts'
import { History } from '../history.tsx'
import { type Kind, kinds } from './kinds.ts'
import { leaveOut } from './leave-out.ts'
import { Preview } from './preview.tsx'

interface KeywordDrawerProps {
  project: Project
  /** null: a new one. */
  keyword: Keyword | null
  /** Words that the keyword as it is saved could leave out. */
  exclusions: readonly Exclusion[]
  onClose: () => void
}

const anyLanguage = ''
const settledMs = 500

/** All of one keyword, with what it would find as one writes it. */
export function KeywordDrawer({ project, keyword, exclusions, onClose }: KeywordDrawerProps) {
  const queryClient = useQueryClient()
  const [query, setQuery] = useState(keyword?.query ?? '')
  const [kind, setKind] = useState<Kind>(keyword?.kind === 'brand' ? 'brand' : 'problem')
  const [subredditsIn, setIn] = useState<string[]>(keyword?.subredditsIn ?? [])
  const [subredditsOut, setOut] = useState<string[]>(keyword?.subredditsOut ?? [])
  const [language, setLanguage] = useState(keyword?.language ?? anyLanguage)
  const [score, setScore] = useState(keyword?.minScore?.toString() ?? '')
  const { busy, error, send } = useSubmission()
  const first = useRef<HTMLTextAreaElement>(null)
  // Whoever tries one out means to type, and the drawer would choose its button to close.
  const isNew = keyword === null
  useEffect(() => (isNew ? focusSoon(() => first.current?.focus()) : undefined), [isNew])

  const typed = query.replace(/\s+/g, ' ').trim()
  const parsed = typed === '' ? null : parseQuery(typed, 'keyword')
  const fault = parsed?.state === 'faulty' ? `${parsed.fault.cause}. Try: ${parsed.fault.proposal}` : undefined
  const isScore = /^\d{0,7}$/.test(score.trim()) && Number(score) <= 1_000_000
  const limits = {
    subredditsIn: subredditsIn.map(communityOf),
    subredditsOut: subredditsOut.map(communityOf),
    language: language === anyLanguage ? null : language,
    minScore: score.trim() === '' ? null : Number(score),
  }
  const wanted = useSettled(
    JSON.stringify({ ...limits, query: fault || !isScore ? '' : typed, insteadOf: keyword?.id ?? null }),
    settledMs,
  )

  const incomplete = typed === '' || fault !== undefined || !isScore

  async function save() {
    const data = { query: typed, kind, ...limits }
    if (keyword) await call('keywordsUpdate', { id: keyword.id, body: { data } })
    else await call('keywordsCreate', { body: { data: { project: project.id, ...data } } })
    await queryClient.invalidateQueries({ queryKey: ['keywords', project.id] })
    notify({ title: keyword ? `Saved “${typed}”` : `Added “${typed}”` })
    onClose()
  }

  return (
    <Drawer side="end" open onOpenChange={onClose} title={keyword ? 'Keyword' : 'New keyword'}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!incomplete) void send(save)
        }}
        className="flex flex-col gap-5"
      >
        <Field
          label="Query"
          error={fault}
          hint={
            parsed?.state === 'read' ? explanation(parsed.query) : 'Words, "a phrase", AND, OR, -word, NEAR/5, title:'
          }
        >
          {(control) => (
            <Textarea
              {...control}
              ref={first}
              rows={2}
              maxLength={500}
              value={query}
              onChange={(event) => setQuery(event.target.value)}
            />
          )}
        </Field>
        <Field label="Kind">
          {(control) => <Select {...control} value={kind} onChange={setKind} options={kinds} />}
        </Field>
        <Field label="Only in communities" aside="Optional">
          {(control) => (
            <TagInput
              {...control}
              value={subredditsIn}
              onChange={setIn}
              noun="community"
              placeholder="smallbusiness"
              maxLength={60}
            />
          )}
        </Field>
        <Field label="Not in communities" aside="Optional">
          {(control) => (
            <TagInput {...control} value={subredditsOut} onChange={setOut} noun="community" maxLength={60} />
          )}
        </Field>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Language">
            {(control) => (
              <Combobox
                {...control}
                value={language}
                onChange={setLanguage}
                options={[
                  { value: anyLanguage, label: 'Any' },
                  ...languageOptions(keyword?.language ? [keyword.language] : []),
                ]}
              />
            )}
          </Field>
          <Field label="Least votes" aside="Optional" error={isScore ? undefined : 'A number from 0'}>
            {(control) => (
              <Input
                {...control}
                inputMode="numeric"
                value={score}
                onChange={(event) => setScore(event.target.value)}
              />
            )}
          </Field>
        </div>
        <Preview
          projectId={project.id}
          wanted={JSON.parse(wanted)}
          onLeaveOut={(subreddit) => setOut((left) => [...new Set([...left, subreddit])])}
          exclusions={typed === keyword?.query ? exclusions : []}
          onLeaveOutWord={(word) => setQuery(leaveOut(typed, word) ?? query)}
        />
        <FormEnd error={error} busy={busy} disabled={incomplete} onCancel={onClose}>
          {keyword ? 'Save' : 'Add keyword'}
        </FormEnd>
      </form>
      {keyword && <History projectId={project.id} subjectId={keyword.id} />}
    </Drawer>
  )
}

function communityOf(typed: string): string {
  return typed.trim().replace(/^\/?r\//i, '')
}
