import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { templateFault, templateVariableHints, templateVariables } from '#engine/messages/template.ts'
import { Button } from '#platform/ui/button.tsx'
import { Checkbox } from '#platform/ui/fields/checkbox.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { FormError } from '#platform/ui/fields/form-error.tsx'
import { Input, Textarea } from '#platform/ui/fields/input.tsx'
import { TagInput } from '#platform/ui/fields/tag-input.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { invalidate } from '#platform/web/api/fetches.ts'
import { useSubmission } from '#platform/web/forms/submission.ts'
import type { Campaign } from '../../contract-campaigns.ts'
import { call } from '../api.ts'
import { numberFault } from '../settings/number-fault.ts'
import { stagesQuery } from '../stages.ts'
import { campaignQuery, campaignsQuery } from './queries.ts'

const stepsMost = 5

/** A step as it is written: each has a key, so that one can be removed. */
interface Draft {
  key: number
  text: string
  waitDays: string
}

const begun: Draft = { key: 0, text: 'Hi {author},\n\nyou asked about this in {subreddit|your post}: ', waitDays: '0' }

interface CampaignFormProps {
  projectId: string
  /** Null: a new one. */
  campaign: Campaign | null
  locked: boolean
  onSaved: (id: string) => void
}

/** The name, audience, and messages of a campaign. */
export function CampaignForm({ projectId, campaign, locked, onSaved }: CampaignFormProps) {
  const queryClient = useQueryClient()
  const { busy, error, send } = useSubmission()
  const [isTried, setTried] = useState(false)
  const [name, setName] = useState(campaign?.name ?? '')
  const [perDay, setPerDay] = useState(String(campaign?.perDay ?? 5))
  const { data: stages = [] } = useQuery(stagesQuery(projectId))
  // Campaigns end once the team decided about a person.
  const open = stages.filter(({ kind }) => kind === 'open')
  const [chosen, setChosen] = useState<readonly string[]>(campaign?.stages ?? ['new'])
  const [tags, setTags] = useState<readonly string[]>(campaign?.tags ?? [])
  const [steps, setSteps] = useState<readonly Draft[]>(
    () => campaign?.steps.map(({ text, waitDays }, key) => ({ key, text, waitDays: String(waitDays) })) ?? [begun],
  )
  const faults = {
    name: name.trim() === '' ? 'Enter a name' : null,
    perDay: numberFault(perDay, 100),
    stages: chosen.length === 0 ? 'Choose at least one stage' : null,
    steps: steps.map(({ text, waitDays }, at) => templateFault(text) ?? (at === 0 ? null : waitFault(waitDays))),
  }
  const isFaulty = [faults.name, faults.perDay, faults.stages, ...faults.steps].some((fault) => fault !== null)
  const change = (key: number, changes: Partial<Draft>) =>
    setSteps(steps.map((step) => (step.key === key ? { ...step, ...changes } : step)))

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (isFaulty) return
    void send(async () => {
      const data = {
        ...{ name, perDay: Number(perDay), stages: [...chosen], tags: [...tags] },
        steps: steps.map(({ text, waitDays }, at) => ({ text, waitDays: at === 0 ? 0 : Number(waitDays) })),
      }
      const saved =
        campaign === null
          ? await call('campaignsCreate', { body: { data: { project: projectId, ...data } } })
          : await call('campaignsUpdate', { id: campaign.id, body: { data } })
      queryClient.setQueryData(campaignQuery(saved.data.id).queryKey, saved.data)
      for (const { queryKey } of [campaignsQuery(projectId), campaignQuery(saved.data.id)]) {
        invalidate(queryClient, { queryKey })
      }
      notify({ title: 'Campaign saved', color: 'green' })
      onSaved(saved.data.id)
    })
  }

  return (
    <form noValidate onSubmit={submit} aria-label="Campaign" className="flex min-w-0 flex-col gap-6">
      <div className="grid gap-5 sm:grid-cols-[1fr_10rem]">
        <Field label="Name" error={(isTried && faults.name) || undefined}>
          {(control) => (
            <Input
              {...control}
              value={name}
              maxLength={100}
              disabled={locked}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Field label="New people a day" error={(isTried && faults.perDay) || undefined}>
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              value={perDay}
              disabled={locked}
              onChange={(event) => setPerDay(event.target.value)}
            />
          )}
        </Field>
      </div>
      <fieldset disabled={locked} className="flex flex-col gap-2">
        <legend className="mb-1.5 font-medium text-sm">Stages of the people</legend>
        <div className="flex flex-wrap gap-x-6 gap-y-2">
          {open.map(({ key, name: label }) => (
            <Checkbox
              key={key}
              label={label}
              checked={chosen.includes(key)}
              disabled={locked}
              onChange={(on) => setChosen(on ? [...chosen, key] : chosen.filter((each) => each !== key))}
            />
          ))}
        </div>
        {isTried && <FormError>{faults.stages ?? undefined}</FormError>}
      </fieldset>
      <Field label="With one of these tags" hint="Leave empty for people with any tags or none">
        {(control) => (
          <TagInput
            {...control}
            noun="tag"
            placeholder="Add a tag"
            value={tags}
            maxLength={40}
            disabled={locked}
            onChange={setTags}
          />
        )}
      </Field>
      {steps.map((step, at) => (
        <Step
          key={step.key}
          number={at + 1}
          step={step}
          locked={locked}
          fault={(isTried && faults.steps[at]) || undefined}
          onChange={(changes) => change(step.key, changes)}
          onRemove={at === 0 ? null : () => setSteps(steps.filter(({ key }) => key !== step.key))}
        />
      ))}
      <FormError>{error}</FormError>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" busy={busy} disabled={locked}>
          Save campaign
        </Button>
        <Button
          disabled={locked || steps.length >= stepsMost}
          onClick={() =>
            setSteps([...steps, { key: Math.max(...steps.map(({ key }) => key)) + 1, text: '', waitDays: '3' }])
          }
        >
          <Icon name="add" /> Add follow-up
        </Button>
      </div>
    </form>
  )
}

function waitFault(days: string): string | null {
  return /^\d{1,2}$/.test(days) && Number(days) <= 90 ? null : 'Enter the days to wait, from 0 to 90'
}

interface StepProps {
  number: number
  step: Draft
  locked: boolean
  fault: string | undefined
  onChange: (changes: Partial<Draft>) => void
  /** Null for the first message. */
  onRemove: (() => void) | null
}

/** The text of a message, with the variables that a click inserts, and when it follows. */
function Step({ number, step: { text, waitDays }, locked, fault, onChange, onRemove }: StepProps) {
  const area = useRef<HTMLDivElement>(null)

  function insert(variable: string): void {
    const box = area.current?.querySelector('textarea')
    const [start, end] = box ? [box.selectionStart, box.selectionEnd] : [text.length, text.length]
    onChange({ text: `${text.slice(0, start)}{${variable}}${text.slice(end)}` })
    box?.focus()
  }

  return (
    <section
      aria-label={`Message ${number}`}
      className="flex min-w-0 flex-col gap-3 rounded-xl border border-line bg-raised p-4"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold">Message {number}</h2>
        {onRemove && (
          <Button look="ghost" size="small" disabled={locked} onClick={onRemove}>
            Remove
          </Button>
        )}
      </div>
      {onRemove && (
        <Field label="Days after the message before" className="max-w-56">
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              value={waitDays}
              disabled={locked}
              onChange={(event) => onChange({ waitDays: event.target.value })}
            />
          )}
        </Field>
      )}
      <div ref={area}>
        <Field
          label="Text"
          hint="Add a fallback for a variable that may be unknown: {subreddit|your post}"
          error={fault}
        >
          {(control) => (
            <Textarea
              {...control}
              className="min-h-36"
              value={text}
              maxLength={10_000}
              disabled={locked}
              onChange={(event) => onChange({ text: event.target.value })}
            />
          )}
        </Field>
      </div>
      <div className="flex flex-wrap gap-1.5">
        {templateVariables.map((variable) => (
          <Button
            key={variable}
            size="small"
            disabled={locked}
            title={templateVariableHints[variable]}
            onClick={() => insert(variable)}
          >
            {`{${variable}}`}
          </Button>
        ))}
      </div>
    </section>
  )
}
