import type { ThreadComment } from '../../contract.ts'

/** The deepest indentation, so that long exchanges stay readable on a phone. */
export const deepest = 4

/** Returns comments, each above its replies, with how deep they are below the post, from 0. */
export function withDepths(comments: readonly ThreadComment[]): { comment: ThreadComment; depth: number }[] {
  const depths = new Map<string, number>()
  return comments.map((comment) => {
    const above = comment.parentId === null ? undefined : depths.get(comment.parentId)
    const depth = above === undefined ? 0 : Math.min(above + 1, deepest)
    depths.set(comment.id, depth)
    return { comment, depth }
  })
}
