import { useQuery } from '@tanstack/react-query'
import type { CannedRepliesProps } from '#platform/web/feature.ts'
import { CannedMenu } from './canned-menu.tsx'
import { productQuery } from './queries.ts'

/** The menu of canned replies for other screens. */
export function CannedReplies({ projectId, ...props }: CannedRepliesProps) {
  const { data: product } = useQuery(productQuery(projectId))
  return product && <CannedMenu projectId={projectId} product={product} {...props} />
}
