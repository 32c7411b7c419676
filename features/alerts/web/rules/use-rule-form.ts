import { useState } from 'react'
import { parseQuery } from '#engine/query/parse.ts'
import type { AlertRule } from '../../contract.ts'
import { hasTimeOfDay, isAboutPosts } from '../labels.ts'
import { newValues, type RuleValues, valuesOf } from './rule-values.ts'

const clockTime = /^([01]\d|2[0-3]):[0-5]\d$/

/** Returns the state of a rule's form and the values derived from it. */
export function useRuleForm(rule: AlertRule | null, userId: string) {
  const [values, setValues] = useState<RuleValues>(() => (rule ? valuesOf(rule) : newValues(userId)))
  const { kind, quietHours, workingHours } = values
  const query = isAboutPosts(kind) ? values.query.replace(/\s+/g, ' ').trim() : ''
  const parsed = query === '' ? null : parseQuery(query, 'search')
  const faults = {
    query: parsed?.state === 'faulty' ? `${parsed.fault.cause}. Try: ${parsed.fault.proposal}` : undefined,
    timeOfDay: !hasTimeOfDay(values.rhythm) || clockTime.test(values.timeOfDay) ? undefined : 'Enter a time',
    hours: hoursFault(quietHours, workingHours),
  }
  return {
    values,
    set: (changes: Partial<RuleValues>) => setValues((before) => ({ ...before, ...changes })),
    parsed,
    faults,
    incomplete: values.name.trim() === '' || Object.values(faults).some((fault) => fault !== undefined),
    /** The values to save: conditions on posts only for rules about posts. */
    saved: {
      ...values,
      ...{ name: values.name.trim(), query },
      ...(!isAboutPosts(kind) && { fresh: false, restOnly: false, keywords: [] }),
      ...(kind !== 'lead' && { threshold: 0, label: 2 as const }),
    } satisfies RuleValues,
  }
}

export type RuleForm = ReturnType<typeof useRuleForm>

function hoursFault(quiet: RuleValues['quietHours'], working: RuleValues['workingHours']): string | undefined {
  const times = [quiet, working].flatMap((span) => (span ? [span.from, span.to] : []))
  if (!times.every((time) => clockTime.test(time))) return 'Enter all times'
  if (quiet && quiet.from === quiet.to) return 'Quiet hours need two different times'
  if (working && working.from >= working.to) return 'Working hours must end after they start'
  return working?.days.length === 0 ? 'Choose at least one working day' : undefined
}
