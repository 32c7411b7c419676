import { useQuery } from '@tanstack/react-query'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { call } from '#platform/web/api/api.ts'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'

const sentiments = ['positive', 'neutral', 'negative'] as const
const count = new Intl.NumberFormat('en')

interface MentionFiguresProps {
  projectId: string
  competitorId: string
}

/** How often a competitor was mentioned, and how: of what is said of it, whatever else the mentions name. */
export function MentionFigures({ projectId, competitorId }: MentionFiguresProps) {
  const query = useQuery({
    queryKey: ['mention-figures', projectId, competitorId],
    queryFn: async ({ signal }) => {
      const filters = { project: { id: { $eq: projectId } }, competitor: { id: { $eq: competitorId } } }
      const { data } = await call('mentionTotals', { query: { filters }, signal })
      return { ...data, own: data.named.find(({ id }) => id === competitorId) }
    },
  })
  if (hasFailed(query)) return <FetchFailure query={query} title="Mentions could not be counted" />
  if (!query.data) return <Skeleton className="h-12 w-full" />
  const { counted, capped, own } = query.data
  if (!own) return <p className="text-muted text-sm">No mention has been kept yet.</p>
  const figures = [
    { word: 'all', figure: `${count.format(counted)}${capped ? '+' : ''}` },
    ...sentiments.map((word) => ({ word, figure: count.format(own[word]) })),
  ]
  return (
    <dl className="grid grid-cols-4 gap-2 text-sm">
      {figures.map(({ word, figure }) => (
        <div key={word} className="rounded-lg bg-sunken p-2">
          <dt className="text-muted capitalize">{word}</dt>
          <dd className="tabular font-semibold">{figure}</dd>
        </div>
      ))}
    </dl>
  )
}
