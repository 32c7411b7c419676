import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { drawable } from '#engine/insights/charts.ts'
import { Button } from '#platform/ui/button.tsx'
import { MultiCombobox } from '#platform/ui/fields/combobox.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { FormError } from '#platform/ui/fields/form-error.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { Select } from '#platform/ui/fields/select.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { useSubmission } from '#platform/web/forms/submission.ts'
import type { Report, ReportDefinition } from '../../contract.ts'
import { call } from '../api.ts'
import { AnyTile } from '../board/tiles.tsx'
import { DefinitionFields } from '../definition-fields.tsx'
import { metricNames } from '../labels.ts'
import { membersQuery } from '../queries.ts'
import { ShareDrawer } from '../share/share-drawer.tsx'
import type { InsightsState, ReportDraft } from '../use-insights.ts'
import { rangeOf } from '../view.ts'
import { scheduleNames, schedules } from './schedules.ts'
import { SendNow } from './send-now.tsx'

interface ReportEditorProps {
  state: InsightsState
  /** Null: a new one, which begins with the draft. */
  report: Report | null
  draft: ReportDraft | null
  onClose: () => void
}

const first: ReportDefinition = {
  ...{ metric: 'leads', groupBy: 'day', breakdown: null, chart: 'line', days: 30, compare: 'before', subreddits: [] },
}
const never = 'never'
/** Stands for the preview of a report that isn't saved. */
const previewId = '00000000-0000-4000-8000-000000000000'

/** A report beside its preview, which follows every change. Clients see only the chart. */
export function ReportEditor({ state, report, draft, onClose }: ReportEditorProps) {
  const { project, today, view, go, mayChange } = state
  const queryClient = useQueryClient()
  const [definition, setDefinition] = useState<ReportDefinition>(() =>
    drawable(report?.definition ?? draft?.definition ?? first),
  )
  const [name, setName] = useState(report?.name ?? draft?.name ?? '')
  const [schedule, setSchedule] = useState(report?.schedule ?? null)
  const [recipients, setRecipients] = useState(() => report?.recipients?.map(({ id }) => id) ?? [])
  const [fault, setFault] = useState<string>()
  const members = useQuery({ ...membersQuery(project.id), enabled: mayChange })
  const { busy, error, send } = useSubmission()
  const [sharing, setSharing] = useState(false)
  const title = name.trim() || metricNames[definition.metric]

  const save = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return setFault('Name the report')
    void send(async () => {
      const data = { name: name.trim(), definition, schedule, recipients }
      const saved = report
        ? await call('reportsUpdate', { id: report.id, body: { data } })
        : await call('reportsCreate', { body: { data: { project: project.id, ...data } } })
      await queryClient.invalidateQueries({ queryKey: ['reports', project.id] })
      notify({ title: 'Report saved', color: 'green' })
      if (!report) go({ ...view, report: saved.data.id }, true)
    })
  }
  const preview = (
    <AnyTile
      project={project}
      tile={{ id: report?.id ?? previewId, title, definition }}
      scope={{ range: rangeOf(definition.days, today), compare: definition.compare, communities: [] }}
      today={today}
    />
  )
  return (
    <div className="flex flex-col gap-4 p-4 pb-16">
      <div className="flex flex-wrap items-center gap-2">
        <Button look="ghost" size="small" onClick={onClose}>
          <Icon name="back" /> All reports
        </Button>
        {mayChange && report && (
          <div className="ml-auto flex gap-2">
            <Button size="small" onClick={() => setSharing(true)}>
              <Icon name="external" /> Share with a link
            </Button>
            <SendNow report={report} />
          </div>
        )}
      </div>
      {sharing && report && (
        <ShareDrawer
          projectId={project.id}
          shared={{ report: report.id }}
          name={report.name}
          onClose={() => setSharing(false)}
        />
      )}
      {mayChange ? (
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(18rem,26rem)_minmax(0,1fr)]">
          <form onSubmit={save} noValidate className="flex flex-col gap-5 rounded-xl border border-line bg-raised p-4">
            <h2 className="font-semibold text-lg">{report ? 'Edit report' : 'New report'}</h2>
            <Field label="Name" error={fault}>
              {(control) => (
                <Input
                  {...control}
                  value={name}
                  maxLength={100}
                  autoComplete="off"
                  onChange={(event) => {
                    setName(event.target.value)
                    setFault(undefined)
                  }}
                />
              )}
            </Field>
            <DefinitionFields projectId={project.id} value={definition} onChange={setDefinition} withDays />
            <Field label="Send by email">
              {(control) => (
                <Select
                  {...control}
                  value={schedule ?? never}
                  onChange={(next) => setSchedule(schedules.find((each) => each === next) ?? null)}
                  options={[
                    { value: never, label: 'Never' },
                    ...schedules.map((each) => ({ value: each, label: scheduleNames[each] })),
                  ]}
                />
              )}
            </Field>
            <Field label="Recipients" hint="Members of this project.">
              {(control) => (
                <MultiCombobox
                  {...control}
                  value={recipients}
                  onChange={setRecipients}
                  options={(members.data ?? []).map((member) => ({ value: member.id, label: member.name }))}
                  placeholder="Add a recipient"
                />
              )}
            </Field>
            <FormError>{error}</FormError>
            <Button type="submit" look="primary" busy={busy} className="self-start">
              {busy ? 'Saving…' : 'Save report'}
            </Button>
          </form>
          <section aria-label="Preview" className="min-w-0 lg:sticky lg:top-4">
            {preview}
          </section>
        </div>
      ) : (
        <div className="max-w-4xl">{preview}</div>
      )}
    </div>
  )
}
