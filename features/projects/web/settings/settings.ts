import type { Project } from '../../contract.ts'

const writable = [
  'name',
  'website',
  'summary',
  'audience',
  'pains',
  'languages',
  'communities',
  'timeZone',
  'scoreWeights',
] as const satisfies (keyof Project)[]
export type Settings = Pick<Project, (typeof writable)[number]>

/** Returns the editable fields of a project (DECISIONS 16). */
export function settingsOf(project: Project): Settings {
  const { name, website, summary, audience, pains, languages, communities, timeZone, scoreWeights } = project
  return { name, website, summary, audience, pains, languages, communities, timeZone, scoreWeights }
}

/** Returns the changed fields. Lists and weights are compared by content. */
export function changedOf(before: Settings, after: Settings): Partial<Settings> {
  const changed = writable.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
  return Object.fromEntries(changed.map((field) => [field, after[field]]))
}
