import { AnimatedLogo } from '#platform/ui/motion/animated-logo.tsx'
import { Progress } from '#platform/ui/progress.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { longText } from './samples.ts'
import { Row, Section, Specimen } from './specimen.tsx'

export function Waiting() {
  return (
    <Section
      id="waiting"
      title="Progress and skeletons"
      use="Anything over a second shows its progress as a count. Loading content shows its shape."
    >
      <Row>
        <Specimen name="In progress">
          <Progress label="Importing archive" value={12_480} max={40_000} noun="posts" />
        </Specimen>
        <Specimen name="Total unknown">
          <Progress label="Scanning posts" value={null} noun="posts" />
        </Specimen>
        <Specimen name="Done">
          <Progress label="Rescoring" value={1000} max={1000} noun="leads" />
        </Specimen>
        <Specimen name="Almost; long text">
          <Progress label={longText} value={39_999} max={40_000} noun="posts" />
        </Specimen>
        <Specimen name="Nothing yet">
          <Progress label="Sending" value={0} max={12} noun="messages" />
        </Specimen>
        <Specimen name="First load">
          <AnimatedLogo />
        </Specimen>
        <Specimen name="Skeleton">
          <div role="status" aria-label="Loading" className="flex flex-col gap-3">
            <Skeleton className="h-5 w-2/3" />
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-4 w-5/6" />
          </div>
        </Specimen>
      </Row>
    </Section>
  )
}
