import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { CurrentProject } from '#platform/contract/session.ts'
import { focusSoon } from '#platform/ui/fields/autofocus.ts'
import { MultiCombobox } from '#platform/ui/fields/combobox.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { FormError } from '#platform/ui/fields/form-error.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { Select } from '#platform/ui/fields/select.tsx'
import { Drawer } from '#platform/ui/overlays/dialog.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { FormEnd } from '#platform/web/forms/form-end.tsx'
import { useSubmission } from '#platform/web/forms/submission.ts'
import { paths } from '#platform/web/page/paths.ts'
import { useUser } from '#platform/web/session/project.ts'
import type { AlertRule } from '../../contract.ts'
import { call } from '../api.ts'
import { hasTimeOfDay, isAboutPosts, kindOptions, rhythmOptions, zoneText } from '../labels.ts'
import { recipientsQuery, subscriptionsQuery } from '../queries.ts'
import { webhooksQuery } from '../webhooks/queries.ts'
import { ChannelField } from './channel-field.tsx'
import { HoursFields } from './hours-fields.tsx'
import { PostFields } from './post-fields.tsx'
import { RulePreview } from './rule-preview.tsx'
import { type RuleForm, useRuleForm } from './use-rule-form.ts'
import { rulesKey } from './use-rules.ts'

interface RuleDrawerProps {
  project: CurrentProject
  /** Null for a new rule. */
  rule: AlertRule | null
  /** The user may only look at it. */
  locked: boolean
  onClose: () => void
}

/** A rule's form with a preview of what it would have sent. */
export function RuleDrawer({ project, rule, locked, onClose }: RuleDrawerProps) {
  const form = useRuleForm(rule, useUser()?.id ?? '')
  const { busy, error, send } = useSubmission()
  const save = useSave(project.id, rule, form, onClose)
  const { values, set, faults } = form
  return (
    <Drawer side="end" open onOpenChange={onClose} title={rule ? 'Alert rule' : 'New alert rule'}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!form.incomplete && !locked) void send(save)
        }}
        className="flex flex-col gap-5"
      >
        <fieldset disabled={locked} className="contents">
          <NameField form={form} focused={rule === null} />
          <Field label="About">
            {(control) => (
              <Select
                {...control}
                value={values.kind}
                onChange={(kind) => set({ kind })}
                options={kindOptions}
                disabled={locked}
              />
            )}
          </Field>
          {isAboutPosts(values.kind) && <PostFields form={form} projectId={project.id} locked={locked} />}
          <RhythmFields form={form} project={project} locked={locked} />
          <HoursFields {...values} onChange={set} disabled={locked} />
          {faults.hours && <FormError>{faults.hours}</FormError>}
          <ChannelField form={form} locked={locked} />
          <RecipientsField form={form} projectId={project.id} locked={locked} />
          <WebhooksField form={form} projectId={project.id} locked={locked} />
        </fieldset>
        <RulePreview project={project} form={form} ruleId={rule?.id ?? null} />
        {!locked && (
          <FormEnd error={error} busy={busy} disabled={form.incomplete} onCancel={onClose}>
            {rule ? 'Save' : 'Add rule'}
          </FormEnd>
        )}
      </form>
    </Drawer>
  )
}

function useSave(project: string, rule: AlertRule | null, { saved }: RuleForm, onSaved: () => void) {
  const queryClient = useQueryClient()
  return async () => {
    if (rule) {
      // Pausing and snoozing work beside the form, and may have changed meanwhile.
      const { status: _, snoozedUntil: __, ...data } = saved
      await call('alertRulesUpdate', { id: rule.id, body: { data } })
    } else await call('alertRulesCreate', { body: { data: { project, ...saved } } })
    // Users choose among the rules in their account's notifications.
    void queryClient.invalidateQueries({ queryKey: subscriptionsQuery.queryKey })
    await queryClient.invalidateQueries({ queryKey: rulesKey(project) })
    notify({ title: rule ? `Saved “${saved.name}”` : `Added “${saved.name}”` })
    onSaved()
  }
}

interface FieldProps {
  form: RuleForm
  locked: boolean
}

function NameField({ form: { values, set }, focused }: { form: RuleForm; focused: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  // The drawer would focus its close button, but a new form is for typing.
  useEffect(() => (focused ? focusSoon(() => input.current?.focus()) : undefined), [focused])
  return (
    <Field label="Name">
      {(control) => (
        <Input
          {...control}
          ref={input}
          maxLength={100}
          autoComplete="off"
          placeholder="Hot leads"
          value={values.name}
          onChange={(event) => set({ name: event.target.value })}
        />
      )}
    </Field>
  )
}

function RhythmFields({ form, project, locked }: FieldProps & { project: CurrentProject }) {
  const { values, set, faults } = form
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="When">
        {(control) => (
          <Select
            {...control}
            value={values.rhythm}
            onChange={(rhythm) => set({ rhythm })}
            options={rhythmOptions}
            disabled={locked}
          />
        )}
      </Field>
      {hasTimeOfDay(values.rhythm) && (
        <Field
          label="Time"
          hint={`In ${zoneText(project.timeZone)}, the project's time zone.`}
          error={faults.timeOfDay}
        >
          {(control) => (
            <Input
              {...control}
              type="time"
              value={values.timeOfDay}
              onChange={(event) => set({ timeOfDay: event.target.value })}
            />
          )}
        </Field>
      )}
    </div>
  )
}

function RecipientsField({ form: { values, set }, projectId, locked }: FieldProps & { projectId: string }) {
  const { data = [] } = useQuery(recipientsQuery(projectId))
  return (
    <Field label="Recipients" hint="Each person can unsubscribe in their account settings.">
      {(control) => (
        <MultiCombobox
          {...control}
          value={values.recipients}
          onChange={(recipients) => set({ recipients })}
          options={data.map(({ id, email }) => ({ value: id, label: email }))}
          placeholder="Add a member"
          disabled={locked}
        />
      )}
    </Field>
  )
}

function WebhooksField({ form: { values, set }, projectId, locked }: FieldProps & { projectId: string }) {
  const { data } = useQuery(webhooksQuery(projectId))
  const hint =
    data?.length === 0 ? (
      <>
        Add one under{' '}
        <Link to={paths.projectIntegrations} className="underline hover:text-ink">
          Integrations
        </Link>{' '}
        to choose it here.
      </>
    ) : (
      'They get the same alerts.'
    )
  return (
    <Field label="Webhooks and chats" hint={hint}>
      {(control) => (
        <MultiCombobox
          {...control}
          value={values.destinations}
          onChange={(destinations) => set({ destinations })}
          options={(data ?? []).map(({ id, name, host }) => ({ value: id, label: name, detail: host }))}
          placeholder="Add a webhook or chat"
          disabled={locked || data?.length === 0}
        />
      )}
    </Field>
  )
}
