import type { CheckVerdict, Finding } from '#engine/replies/check.ts'

export const verdictNames: Record<CheckVerdict, string> = {
  broken: 'Broken',
  atRisk: 'At risk',
  notChecked: 'Not checked',
  passes: 'Passes',
}
const severity: readonly CheckVerdict[] = ['broken', 'atRisk', 'notChecked', 'passes']

/** Returns the findings with the worst first, in their order otherwise. */
export function worstFirst(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((a, b) => severity.indexOf(a.verdict) - severity.indexOf(b.verdict))
}

/** Returns what a check found, such as `1 broken, 2 at risk`. */
export function summaryOf(findings: readonly Finding[]): string {
  const count = (verdict: CheckVerdict) => findings.filter((finding) => finding.verdict === verdict).length
  const [broken, atRisk] = [count('broken'), count('atRisk')]
  const parts = [...(broken > 0 ? [`${broken} broken`] : []), ...(atRisk > 0 ? [`${atRisk} at risk`] : [])]
  return parts.length > 0 ? parts.join(', ') : `${count('passes')} passed, ${count('notChecked')} not checked`
}

/** A marked span, and whether a rule is broken by it. */
export interface MarkedSpan {
  start: number
  end: number
  verdict: 'broken' | 'atRisk'
}

/** Returns the spans to mark in the text, in reading order and without overlaps; broken ones come before risky ones. */
export function marksOf(findings: readonly Finding[]): MarkedSpan[] {
  const spans: MarkedSpan[] = []
  for (const { verdict, marks } of worstFirst(findings)) {
    if (verdict !== 'broken' && verdict !== 'atRisk') continue
    for (const { start, end } of marks) {
      if (!spans.some((span) => start < span.end && span.start < end)) spans.push({ start, end, verdict })
    }
  }
  return spans.sort((a, b) => a.start - b.start)
}
