import type { ChartMark } from '#platform/ui/charts/chart-data.ts'
import { type Day, dayText } from '#platform/ui/charts/days.ts'
import type { InsightAnnotation } from '../../contract-annotations.ts'

/** Returns annotations as marks of the periods that contain their days, numbered in order. */
export function marksOf(annotations: readonly InsightAnnotation[], days: readonly Day[]): ChartMark[] {
  return annotations.flatMap(({ day, text }, number) => {
    const index = days.findLastIndex((first) => first <= day)
    return index < 0 ? [] : [{ index, label: String(number + 1), text: `${dayText(day)}, ${text}` }]
  })
}
