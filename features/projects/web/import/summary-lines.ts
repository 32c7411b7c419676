import type { ProjectFileSummary } from '../../contract-import.ts'

type Counts = Omit<ProjectFileSummary, 'name' | 'exportedAt' | 'skipped'>

/** Returns what an import of a file creates, a line for each kind that it contains. */
export function summaryLines({ keywords, competitors, prompts, views, alertRules, leads, posts }: Counts) {
  return [
    ...line(keywords, 'keyword', 'keywords'),
    ...line(competitors, 'competitor', 'competitors'),
    ...line(prompts, 'prompt', 'prompts'),
    ...line(views, 'saved view or search', 'saved views and searches'),
    ...line(alertRules, 'alert rule, for you only', 'alert rules, for you only'),
    ...line(leads, 'lead with its decisions and notes', 'leads with their decisions and notes'),
    ...line(posts, 'other post, to be matched again', 'other posts, to be matched again'),
  ]
}

/** Returns why posts of a file are left out, or null if none are. */
export function skippedText(skipped: number): string | null {
  if (skipped === 0) return null
  const posts = skipped === 1 ? '1 post is left out: it is' : `${number.format(skipped)} posts are left out: they are`
  return `${posts} sample data, or deleted on Reddit.`
}

const number = new Intl.NumberFormat('en')

function line(count: number, one: string, many: string): string[] {
  return count === 0 ? [] : [`${number.format(count)} ${count === 1 ? one : many}`]
}
