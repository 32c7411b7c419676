import { useQuery } from '@tanstack/react-query'
import { explanation } from '#engine/query/explain.ts'
import { Checkbox } from '#platform/ui/fields/checkbox.tsx'
import { MultiCombobox } from '#platform/ui/fields/combobox.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { Textarea } from '#platform/ui/fields/input.tsx'
import { Select } from '#platform/ui/fields/select.tsx'
import { Slider } from '#platform/ui/fields/slider.tsx'
import { labelOptions } from '../labels.ts'
import { termsQuery } from '../queries.ts'
import type { RuleForm } from './use-rule-form.ts'

interface PostFieldsProps {
  form: RuleForm
  projectId: string
  locked: boolean
}

/** Which leads or mentions a rule tells. */
export function PostFields({ form, projectId, locked }: PostFieldsProps) {
  const { values, set } = form
  const { data: terms = [] } = useQuery(termsQuery(projectId))
  const noun = values.kind === 'lead' ? 'leads' : 'mentions'
  return (
    <>
      {values.kind === 'lead' && <LeadFields form={form} locked={locked} />}
      <QueryField form={form} noun={noun} />
      <Field label="Only for these keywords and competitors" aside="Optional">
        {(control) => (
          <MultiCombobox
            {...control}
            value={values.keywords}
            onChange={(keywords) => set({ keywords })}
            options={terms.map(({ id, text }) => ({ value: id, label: text }))}
            placeholder="All"
            disabled={locked}
          />
        )}
      </Field>
      <div className="flex flex-col gap-3">
        <Checkbox
          label="Only fresh posts"
          hint="Posted in the last three days."
          checked={values.fresh}
          onChange={(fresh) => set({ fresh })}
          disabled={locked}
        />
        <Checkbox
          label="Only what no other rule covers"
          hint={`Leaves out ${noun} that another rule already sends.`}
          checked={values.restOnly}
          onChange={(restOnly) => set({ restOnly })}
          disabled={locked}
        />
      </div>
    </>
  )
}

function LeadFields({ form: { values, set }, locked }: Omit<PostFieldsProps, 'projectId'>) {
  const { threshold } = values
  const text = threshold === 0 ? 'Any' : `${threshold}% or more`
  return (
    <>
      <Field label="Which leads">
        {(control) => (
          <Select
            {...control}
            value={values.label === 3 ? '3' : '2'}
            onChange={(label) => set({ label: label === '3' ? 3 : 2 })}
            options={labelOptions}
            disabled={locked}
          />
        )}
      </Field>
      <Field label="Minimum chance" aside={<span className="tabular text-ink">{text}</span>}>
        {(control) => (
          <Slider
            {...control}
            value={threshold}
            onChange={(next) => set({ threshold: next })}
            min={0}
            max={95}
            step={5}
            text={text}
            disabled={locked}
          />
        )}
      </Field>
    </>
  )
}

function QueryField({ form, noun }: { form: RuleForm; noun: string }) {
  const { values, set, parsed, faults } = form
  return (
    <Field
      label="Query"
      aside="Optional"
      error={faults.query}
      hint={
        parsed?.state === 'read'
          ? explanation(parsed.query)
          : `Words, "a phrase", AND, OR, -word, title:, subreddit:. Leave empty for all ${noun}.`
      }
    >
      {(control) => (
        <Textarea
          {...control}
          rows={2}
          maxLength={500}
          value={values.query}
          onChange={(event) => set({ query: event.target.value })}
          className="min-h-16"
        />
      )}
    </Field>
  )
}
