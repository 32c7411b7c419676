import { classes } from '#platform/ui/classes.ts'

export interface Compared {
  name: string
  /** The path of the product's page on this site. */
  path?: string
  ours?: true
}

/**
 * A table of products. On narrow screens each row becomes a list with the products' names, so that nothing is hidden
 * beyond the edge.
 */
export function ComparisonTable({
  products,
  rows,
}: {
  products: Compared[]
  rows: { what: string; cells: string[] }[]
}) {
  return (
    <div className="overflow-hidden rounded-2xl border border-line">
      <table className="block w-full text-left md:table md:table-fixed">
        <thead className="hidden bg-sunken md:table-header-group">
          <tr>
            <td className="w-36 px-3.5 py-4 lg:w-40 lg:px-5" />
            {products.map(({ name, path, ours }) => (
              <th
                key={name}
                scope="col"
                className={classes(
                  'px-3.5 py-4 font-semibold lg:px-5',
                  ours && 'bg-accent-soft text-accent-ink dark:bg-raised',
                )}
              >
                {path ? (
                  <a href={path} className="underline decoration-line underline-offset-4 hover:decoration-current">
                    {name}
                  </a>
                ) : (
                  name
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block md:table-row-group">
          {rows.map(({ what, cells }) => (
            <tr key={what} className="block border-line border-t first:border-t-0 md:table-row md:first:border-t">
              <th
                scope="row"
                className="block bg-sunken px-5 py-3 align-top font-semibold md:table-cell md:bg-transparent md:px-3.5 md:py-4 md:font-medium lg:px-5"
              >
                {what}
              </th>
              {products.map(({ name, ours }, index) => (
                <td
                  key={name}
                  className={classes(
                    'grid grid-cols-[6.5rem_1fr] gap-3 border-line border-t px-5 py-3 align-top md:table-cell md:border-t-0 md:px-3.5 md:py-4 lg:px-5',
                    ours ? 'bg-accent-soft text-ink dark:bg-raised' : 'text-muted',
                  )}
                >
                  <span className={classes('font-medium md:hidden', ours ? 'text-accent-ink' : 'text-ink')}>
                    {name}
                  </span>
                  <span>{cells[index]}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
