import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { explanation } from '#engine/query/explain.ts'
import type { CurrentProject } from '#platform/contract/session.ts'
import { focusSoon } from '#platform/ui/fields/autofocus.ts'
import { Combobox } from '#platform/ui/fields/combobox.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { Input, Textarea } from '#platform/ui/fields/input.tsx'
import { Select } from '#platform/ui/fields/select.tsx'
import { TagInput } from '#platform/ui/fields/tag-input.tsx'
import { Drawer } from '#platform/ui/overlays/dialog.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { useSettled } from '#platform/web/api/use-settled.ts'
import { FormEnd } from '#platform/web/forms/form-end.tsx'
import { languageOptions } from '#platform/web/forms/languages.ts'
import { useSubmission } from '#platform/web/forms/submission.ts'
import type { Exclusion, Keyword } from '../../contract.ts'
import { call } from '../api.ts'
import { History } from '../drawer/history.tsx'
import { Preview } from './preview.tsx'
import { anyLanguage, type KeywordForm, useKeywordForm } from './use-keyword-form.ts'
import { excluding, kinds } from './use-keywords.ts'

interface KeywordDrawerProps {
  project: CurrentProject
  /** Null for a new keyword. */
  keyword: Keyword | null
  /** Words that the saved keyword could exclude. */
  exclusions: readonly Exclusion[]
  onClose: () => void
}

const settledMs = 500

/** A keyword's form with a live preview of its matches, and its history. */
export function KeywordDrawer({ project, keyword, exclusions, onClose }: KeywordDrawerProps) {
  const form = useKeywordForm(keyword)
  const { busy, error, send } = useSubmission()
  const save = useSave(project.id, keyword, form, onClose)
  return (
    <Drawer side="end" open onOpenChange={onClose} title={keyword ? 'Keyword' : 'New keyword'}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!form.incomplete) void send(save)
        }}
        className="flex flex-col gap-5"
      >
        <QueryField form={form} focused={keyword === null} />
        <Field label="Kind">
          {(control) => (
            <Select {...control} value={form.kind} onChange={(kind) => form.set({ kind })} options={kinds} />
          )}
        </Field>
        <CommunityFields form={form} />
        <div className="grid gap-5 sm:grid-cols-2">
          <LanguageField form={form} own={keyword?.language ?? null} />
          <VotesField form={form} />
        </div>
        <PreviewOf form={form} project={project} keyword={keyword} exclusions={exclusions} />
        <FormEnd error={error} busy={busy} disabled={form.incomplete} onCancel={onClose}>
          {keyword ? 'Save' : 'Add keyword'}
        </FormEnd>
      </form>
      {keyword && <History projectId={project.id} subjectId={keyword.id} />}
    </Drawer>
  )
}

function useSave(project: string, keyword: Keyword | null, { typed, kind, limits }: KeywordForm, onSaved: () => void) {
  const queryClient = useQueryClient()
  return async () => {
    const data = { query: typed, kind, ...limits }
    if (keyword) await call('keywordsUpdate', { id: keyword.id, body: { data } })
    else await call('keywordsCreate', { body: { data: { project, ...data } } })
    await queryClient.invalidateQueries({ queryKey: ['keywords', project] })
    notify({ title: keyword ? `Saved “${typed}”` : `Added “${typed}”` })
    onSaved()
  }
}

interface FieldProps {
  form: KeywordForm
}

function QueryField({ form, focused }: FieldProps & { focused: boolean }) {
  const input = useRef<HTMLTextAreaElement>(null)
  // The drawer would focus its close button, but a new form is for typing.
  useEffect(() => (focused ? focusSoon(() => input.current?.focus()) : undefined), [focused])
  const { parsed, fault } = form
  return (
    <Field
      label="Query"
      error={fault}
      hint={parsed?.state === 'read' ? explanation(parsed.query) : 'Words, "a phrase", AND, OR, -word, NEAR/5, title:'}
    >
      {(control) => (
        <Textarea
          {...control}
          ref={input}
          rows={2}
          maxLength={500}
          value={form.query}
          onChange={(event) => form.set({ query: event.target.value })}
        />
      )}
    </Field>
  )
}

function CommunityFields({ form }: FieldProps) {
  const input = { noun: 'community', maxLength: 60 } as const
  return (
    <>
      <Field label="Only in communities" aside="Optional">
        {(control) => (
          <TagInput
            {...control}
            {...input}
            value={form.subredditsIn}
            onChange={(subredditsIn) => form.set({ subredditsIn })}
            placeholder="smallbusiness"
          />
        )}
      </Field>
      <Field label="Not in communities" aside="Optional">
        {(control) => (
          <TagInput
            {...control}
            {...input}
            value={form.subredditsOut}
            onChange={(subredditsOut) => form.set({ subredditsOut })}
          />
        )}
      </Field>
    </>
  )
}

function LanguageField({ form, own }: FieldProps & { own: string | null }) {
  return (
    <Field label="Language">
      {(control) => (
        <Combobox
          {...control}
          value={form.language}
          onChange={(language) => form.set({ language })}
          options={[{ value: anyLanguage, label: 'Any' }, ...languageOptions(own ? [own] : [])]}
        />
      )}
    </Field>
  )
}

function VotesField({ form }: FieldProps) {
  return (
    <Field label="Minimum votes" aside="Optional" error={form.isScore ? undefined : 'Enter a number of 0 or more'}>
      {(control) => (
        <Input
          {...control}
          inputMode="numeric"
          value={form.score}
          onChange={(event) => form.set({ score: event.target.value })}
        />
      )}
    </Field>
  )
}

/** The preview of the current form, loaded when typing pauses. */
function PreviewOf({ form, project, keyword, exclusions }: FieldProps & Omit<KeywordDrawerProps, 'onClose'>) {
  const { typed, fault, isScore, limits } = form
  const wanted = useSettled(
    JSON.stringify({ ...limits, query: fault || !isScore ? '' : typed, insteadOf: keyword?.id ?? null }),
    settledMs,
  )
  return (
    <Preview
      projectId={project.id}
      wanted={JSON.parse(wanted)}
      onLeaveOut={form.excludeCommunity}
      exclusions={typed === keyword?.query ? exclusions : []}
      onLeaveOutWord={(word) => form.set({ query: excluding(typed, word) ?? form.query })}
    />
  )
}
