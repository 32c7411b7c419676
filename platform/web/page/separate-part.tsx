import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { loadPart } from '../../ui/parts.ts'
import { PartFailure } from './part-failure.tsx'

/**
 * Returns a component whose code is loaded when it is first shown; until then it shows `waiting`. If the code can't be
 * loaded, a message with a button takes the part's place, and the rest of the screen stays.
 */
export function separatePart<Props extends object>(
  fetch: () => Promise<ComponentType<Props>>,
  { title, waiting }: { title: string; waiting: ReactNode },
): ComponentType<Props> {
  const failures = new Set<unknown>()
  const load = async () => ({
    default: await loadPart(fetch).catch((error: unknown) => {
      failures.add(error)
      throw error
    }),
  })
  let Part = lazy(load)
  return function SeparatePart(props: Props) {
    const [turn, setTurn] = useState(0)
    const loadAgain = () =>
      load().then(
        (loaded) => {
          Part = lazy(async () => loaded)
          setTurn((last) => last + 1)
          return true
        },
        () => false,
      )
    return (
      <Boundary
        key={turn}
        isOwn={(error) => failures.has(error)}
        failure={<PartFailure title={title} load={loadAgain} />}
      >
        <Suspense fallback={waiting}>
          <Part {...props} />
        </Suspense>
      </Boundary>
    )
  }
}

interface BoundaryProps {
  /** Whether an error is of the part's code that is missing; others go to the page. */
  isOwn: (error: unknown) => boolean
  failure: ReactNode
  children: ReactNode
}

class Boundary extends Component<BoundaryProps, { error: unknown }> {
  override state = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    if (!this.props.isOwn(error)) throw error
    return this.props.failure
  }
}
