import type { PersonStage } from '../../contract-stages.ts'

/** Returns the stages with one of them at another position, counted from 1; null if it is there already. */
export function reordered(stages: readonly PersonStage[], id: string, position: number): PersonStage[] | null {
  const index = stages.findIndex((stage) => stage.id === id)
  const stage = stages[index]
  if (!stage || index + 1 === position || position < 1 || position > stages.length) return null
  const next = stages.toSpliced(index, 1).toSpliced(position - 1, 0, stage)
  return next.map((each, at) => ({ ...each, position: at + 1 }))
}
