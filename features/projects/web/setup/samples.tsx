import { useQuery } from '@tanstack/react-query'
import { call } from '#platform/web/api/api.ts'
import { configQuery } from '#platform/web/api/config.ts'

interface SamplesProps {
  /** The website that is being read. */
  reading: string | null
  onTry: (website: string) => void
}

/** Businesses that people on the sandbox's Reddit need, for who has none at hand; nothing where the sandbox is off. */
export function Samples({ reading, onTry }: SamplesProps) {
  const { data: config } = useQuery(configQuery)
  const { data } = useQuery({
    queryKey: ['sandbox'],
    queryFn: ({ signal }) => call('sandbox', { signal }),
    enabled: config?.sources.includes('sandbox') === true,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!data) return null
  return (
    <section aria-labelledby="samples" className="mt-8">
      <h2 id="samples" className="text-muted">
        No product at hand? Try one of these:
      </h2>
      <ul className="mt-3 grid gap-2 sm:grid-cols-3">
        {data.businesses.map(({ website, name, about }) => (
          <li key={website} className="flex">
            <button
              type="button"
              aria-busy={reading === website || undefined}
              onClick={() => reading === website || onTry(website)}
              className="w-full rounded-xl border border-line bg-raised px-4 py-3 text-left shadow-press transition-colors duration-150 hover:bg-hover aria-busy:bg-hover"
            >
              <span className="block font-medium">{name}</span>
              <span className="mt-0.5 block text-muted text-sm">{about}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
