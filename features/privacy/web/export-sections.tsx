import { Section } from '#platform/web/forms/section.tsx'
import { ExportData } from './export-data.tsx'

export function AccountExport() {
  return (
    <Section title="Export your data" hint="Download everything we store about you and your projects in one file.">
      <ExportData projectId={null} label="Export my data" />
    </Section>
  )
}

export function ProjectExport({ projectId }: { projectId: string }) {
  return (
    <Section title="Export project" hint="Download this project's leads, decisions, and settings in one file.">
      <ExportData projectId={projectId} label="Export project" />
    </Section>
  )
}
