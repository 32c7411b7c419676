import type { z } from 'zod'
import { usualAlerts } from '#engine/alerts/setup-alerts.ts'
import { type Setup, SetupUpdate } from '../../contract.ts'

/** The answers of a setup, as the form holds them. */
export type Answers = Setup

export const noAnswers: Answers = {
  ...{ name: '', website: null, summary: '', audience: [], pains: [], keywords: [], competitors: [], communities: [] },
  proposals: { keywords: [], competitors: [], communities: [], facts: [] },
  ...{ facts: '', voice: '', disclosure: '' },
  alerts: usualAlerts,
  agencyPlan: null,
  reached: 'product',
}

const fields: Record<keyof Answers, z.ZodType> = SetupUpdate.shape

/** Returns the answers that differ. */
export function changedAnswers(before: Answers, now: Answers): Partial<Answers> {
  return pick(now, (field) => JSON.stringify(now[field]) !== JSON.stringify(before[field]))
}

/** Returns the valid ones, such as no half-typed address. */
export function validAnswers(answers: Partial<Answers>): Partial<Answers> {
  return pick(answers, (field) => fields[field].safeParse(answers[field]).success)
}

/** Returns the answers in a value of any shape, such as one from storage. */
export function answersIn(value: object): Partial<Answers> {
  const held = Object.fromEntries(Object.entries(value).filter(([key]) => key in noAnswers)) as Partial<Answers>
  return pick(held, (field) => isAlike(held[field], noAnswers[field]))
}

function pick<From extends Partial<Answers>>(from: From, isWanted: (field: keyof Answers) => boolean): Partial<From> {
  return Object.fromEntries(Object.entries(from).filter(([field]) => isWanted(field as keyof Answers))) as Partial<From>
}

/** Returns whether a value has the shape of another: a text, a list of texts, or texts, lists and switches by name. */
function isAlike(value: unknown, sample: unknown): boolean {
  if (Array.isArray(sample)) return Array.isArray(value) && value.every((each) => typeof each === 'string')
  if (sample === null) return value === null || typeof value === 'string'
  if (typeof sample !== 'object') return typeof value === typeof sample
  return Object.entries(sample as object).every(([key, part]) =>
    isAlike((value as Record<string, unknown> | null)?.[key], part),
  )
}
