import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { CurrentProject } from '#platform/contract/session.ts'
import { buttonClasses } from '#platform/ui/button.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { Select } from '#platform/ui/fields/select.tsx'
import { TagInput } from '#platform/ui/fields/tag-input.tsx'
import { Drawer } from '#platform/ui/overlays/dialog.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { fieldErrors } from '#platform/web/api/call-error.ts'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { FormEnd } from '#platform/web/forms/form-end.tsx'
import { useSubmission } from '#platform/web/forms/submission.ts'
import { paths } from '#platform/web/page/paths.ts'
import type { Competitor } from '../../contract.ts'
import { call } from '../api.ts'
import { DrawerSection, History } from '../drawer/history.tsx'

const statuses = [
  { value: 'active', label: 'Active' },
  { value: 'paused', label: 'Paused' },
  { value: 'retired', label: 'Retired', detail: 'Not tracked. Mentions are kept' },
] as const
const fields = ['name', 'website', 'aliases', 'domains', 'subreddit', 'excludeWords'] as const

interface CompetitorDrawerProps {
  project: CurrentProject
  competitor: Competitor
  onClose: () => void
}

/** A competitor's form, how often it was mentioned, and its history. */
export function CompetitorDrawer({ project, competitor, onClose }: CompetitorDrawerProps) {
  const { values, set, save } = useCompetitorForm(project.id, competitor, onClose)
  const { busy, failure, error, send } = useSubmission()
  const form = { values, set, faults: fieldErrors(failure, fields) }
  const isNameless = values.name.trim() === ''
  return (
    <Drawer side="end" open onOpenChange={onClose} title="Competitor">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isNameless) void send(save)
        }}
        className="flex flex-col gap-5"
      >
        <TextField {...form} name="name" label="Name" hint="As people write it on Reddit." maxLength={100} />
        <Field label="Status">
          {(control) => (
            <Select {...control} value={values.status} onChange={(status) => set({ status })} options={statuses} />
          )}
        </Field>
        <TextField {...form} name="website" label="Website" aside="Optional" inputMode="url" maxLength={500} />
        <TagsField {...form} name="aliases" label="Other names" noun="name" maxLength={100} />
        <TagsField
          {...form}
          name="domains"
          label="Domains"
          hint="Links to these domains count as mentions."
          noun="domain"
          maxLength={253}
        />
        <TextField {...form} name="subreddit" label="Community" aside="Optional" placeholder="r/" maxLength={60} />
        <TagsField
          {...form}
          name="excludeWords"
          label="Excluded words"
          hint="Posts with any of these words are about something else with the same name."
          noun="word"
          maxLength={100}
        />
        <FormEnd
          error={form.faults.size === 0 ? error : undefined}
          busy={busy}
          disabled={isNameless}
          onCancel={onClose}
        >
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

function useCompetitorForm(projectId: string, competitor: Competitor, onSaved: () => void) {
  const queryClient = useQueryClient()
  const [values, setValues] = useState({
    ...{ name: competitor.name, website: competitor.website ?? '', status: competitor.status },
    ...{ aliases: competitor.aliases, domains: competitor.domains, excludeWords: competitor.excludeWords },
    subreddit: competitor.subreddit ?? '',
  })
  async function save() {
    const { status, ...others } = values
    // Sends the status only if it was changed: sending "paused" would end the automatic resume by quota.
    const data = { ...others, ...(status !== competitor.status && { status }) }
    const emptied = { website: data.website.trim() || null, subreddit: data.subreddit.trim() || null }
    await call('competitorsUpdate', { id: competitor.id, body: { data: { ...data, ...emptied } } })
    await queryClient.invalidateQueries({ queryKey: ['competitors', projectId] })
    notify({ title: `Saved “${values.name.trim()}”` })
    onSaved()
  }
  const set = (changes: Partial<typeof values>) => setValues((before) => ({ ...before, ...changes }))
  return { values, set, save }
}

type Form = Pick<ReturnType<typeof useCompetitorForm>, 'values' | 'set'> & {
  faults: ReadonlyMap<(typeof fields)[number], string>
}

interface TextFieldProps extends Form, Pick<ComponentProps<typeof Input>, 'placeholder' | 'inputMode' | 'maxLength'> {
  name: 'name' | 'website' | 'subreddit'
  label: string
  aside?: string
  hint?: string
}

function TextField({ values, set, faults, name, label, aside, hint, ...input }: TextFieldProps) {
  return (
    <Field label={label} aside={aside} hint={hint} error={faults.get(name)}>
      {(control) => (
        <Input {...control} {...input} value={values[name]} onChange={(event) => set({ [name]: event.target.value })} />
      )}
    </Field>
  )
}

interface TagsFieldProps extends Form {
  name: 'aliases' | 'domains' | 'excludeWords'
  label: string
  hint?: string
  noun: string
  maxLength: number
}

function TagsField({ values, set, faults, name, label, hint, ...input }: TagsFieldProps) {
  return (
    <Field label={label} aside="Optional" hint={hint} error={faults.get(name)}>
      {(control) => (
        <TagInput {...control} {...input} value={values[name]} onChange={(tags) => set({ [name]: tags })} />
      )}
    </Field>
  )
}

const sentiments = ['positive', 'neutral', 'negative'] as const
const count = new Intl.NumberFormat('en')

interface MentionFiguresProps {
  projectId: string
  competitorId: string
}

/** How often a competitor was mentioned, and with which sentiment. */
function MentionFigures({ projectId, competitorId }: MentionFiguresProps) {
  const query = useQuery({
    queryKey: ['mention-figures', projectId, competitorId],
    queryFn: async ({ signal }) => {
      const filters = { project: { id: { $eq: projectId } }, competitor: { id: { $eq: competitorId } }, muted: false }
      const { data } = await call('mentionTotals', { query: { filters }, signal })
      return { ...data, own: data.named.find(({ id }) => id === competitorId) }
    },
  })
  if (hasFailed(query)) return <FetchFailure query={query} title="Couldn't load mentions" />
  if (!query.data) return <Skeleton className="h-12 w-full" />
  const { counted, capped, own } = query.data
  if (!own) return <p className="text-muted text-sm">No mentions yet.</p>
  const figures = [
    { word: 'all', figure: `${count.format(counted)}${capped ? '+' : ''}` },
    ...sentiments.map((word) => ({ word, figure: count.format(own[word]) })),
  ]
  return (
    <>
      <dl className="grid grid-cols-4 gap-2 text-sm">
        {figures.map(({ word, figure }) => (
          <div key={word} className="rounded-lg bg-sunken p-2">
            <dt className="text-muted capitalize">{word}</dt>
            <dd className="tabular font-semibold">{figure}</dd>
          </div>
        ))}
      </dl>
      <Link
        to={`${paths.mentions}?tab=competitor&status=all&name=${competitorId}`}
        className={buttonClasses({ size: 'small' }, 'mt-3')}
      >
        Show mentions
      </Link>
    </>
  )
}
