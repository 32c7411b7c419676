import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Project } from '#features/projects/contract.ts'
import { Field } from '#platform/ui/fields/field.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { Select } from '#platform/ui/fields/select.tsx'
import { TagInput } from '#platform/ui/fields/tag-input.tsx'
import { Drawer } from '#platform/ui/overlays/dialog.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { call } from '#platform/web/api/api.ts'
import { fieldErrors } from '#platform/web/api/call-error.ts'
import { FormEnd } from '#platform/web/forms/form-end.tsx'
import { useSubmission } from '#platform/web/forms/submission.ts'
import type { Competitor } from '../../contract.ts'
import { DrawerSection } from '../drawer-section.tsx'
import { History } from '../history.tsx'
import { MentionFigures } from './mention-figures.tsx'

const statuses = [
  { value: 'active', label: 'Active' },
  { value: 'paused', label: 'Paused' },
  { value: 'retired', label: 'Retired', detail: 'Kept for what was said about it' },
] as const
const fields = ['name', 'website', 'aliases', 'domains', 'subreddit', 'excludeWords'] as const

interface CompetitorDrawerProps {
  project: Project
  competitor: Competitor
  onClose: () => void
}

/** All of one competitor: by what it is known, what was said about it, and what was changed. */
export function CompetitorDrawer({ project, competitor, onClose }: CompetitorDrawerProps) {
  const queryClient = useQueryClient()
  const [values, setValues] = useState({
    ...{ name: competitor.name, website: competitor.website ?? '', status: competitor.status },
    ...{ aliases: competitor.aliases, domains: competitor.domains, excludeWords: competitor.excludeWords },
    subreddit: competitor.subreddit ?? '',
  })
  const { busy, failure, error, send } = useSubmission()
  const faults = fieldErrors(failure, fields)
  const set = (changes: Partial<typeof values>) => setValues((before) => ({ ...before, ...changes }))

  const name = values.name.trim()

  async function save() {
    const { status, ...words } = values
    // One that waits for room and stays paused goes on waiting.
    const data = { ...words, ...(status !== competitor.status && { status }) }
    const emptied = { website: data.website.trim() || null, subreddit: data.subreddit.trim() || null }
    await call('competitorsUpdate', { id: competitor.id, body: { data: { ...data, ...emptied } } })
    await queryClient.invalidateQueries({ queryKey: ['competitors', project.id] })
    notify({ title: `Saved “${name}”` })
    onClose()
  }

  return (
    <Drawer side="end" open onOpenChange={onClose} title="Competitor">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (name !== '') void send(save)
        }}
        className="flex flex-col gap-5"
      >
        <Field label="Name" error={faults.get('name')} hint="As people write it.">
          {(control) => (
            <Input
              {...control}
              maxLength={100}
              value={values.name}
              onChange={(event) => set({ name: event.target.value })}
            />
          )}
        </Field>
        <Field label="Status">
          {(control) => (
            <Select {...control} value={values.status} onChange={(status) => set({ status })} options={statuses} />
          )}
        </Field>
        <Field label="Website" aside="Optional" error={faults.get('website')}>
          {(control) => (
            <Input
              {...control}
              inputMode="url"
              maxLength={500}
              value={values.website}
              onChange={(event) => set({ website: event.target.value })}
            />
          )}
        </Field>
        <Field label="Other names" aside="Optional" error={faults.get('aliases')}>
          {(control) => (
            <TagInput
              {...control}
              value={values.aliases}
              onChange={(aliases) => set({ aliases })}
              noun="name"
              maxLength={100}
            />
          )}
        </Field>
        <Field label="Domains" aside="Optional" error={faults.get('domains')} hint="Links to them count as its name.">
          {(control) => (
            <TagInput
              {...control}
              value={values.domains}
              onChange={(domains) => set({ domains })}
              noun="domain"
              maxLength={253}
            />
          )}
        </Field>
        <Field label="Its own community" aside="Optional" error={faults.get('subreddit')}>
          {(control) => (
            <Input
              {...control}
              placeholder="r/"
              maxLength={60}
              value={values.subreddit}
              onChange={(event) => set({ subreddit: event.target.value })}
            />
          )}
        </Field>
        <Field
          label="Words that exclude it"
          aside="Optional"
          error={faults.get('excludeWords')}
          hint="Where one of these stands, something else of that name is meant."
        >
          {(control) => (
            <TagInput
              {...control}
              value={values.excludeWords}
              onChange={(excludeWords) => set({ excludeWords })}
              noun="word"
              maxLength={100}
            />
          )}
        </Field>
        <FormEnd error={faults.size === 0 ? error : undefined} busy={busy} disabled={name === ''} onCancel={onClose}>
          Save
        </FormEnd>
      </form>
      <DrawerSection title="Mentions">
        <MentionFigures projectId={project.id} competitorId={competitor.id} />
      </DrawerSection>
      <History projectId={project.id} subjectId={competitor.id} />
    </Drawer>
  )
}
