import type { CustomerImport } from '@papercups/contract'
import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadFailure, SectionSkeletons } from '../../ui/page.js'
import { ChooseFile } from './choose-file.js'
import { ImportOutcome } from './import-outcome.js'
import { importsQuery, isRunning, useLiveImports } from './imports-query.js'
import { MapColumns } from './map-columns.js'
import { ReadingFile } from './reading-file.js'

interface Props {
  opened: boolean
  onClose: () => void
}

/** The steps: choose a file, map its columns, check it, import it. */
export function ImportDialog({ opened, onClose }: Props) {
  const { keep, drop } = useLiveImports()
  const { data: imports, error, refetch } = useQuery({ ...importsQuery, refetchOnMount: 'always' })
  const [chosen, setChosen] = useState<string | null>(null)
  const [remapping, setRemapping] = useState(false)
  // Reopening the dialog shows a running import.
  const current = imports?.find(({ id }) => id === chosen) ?? imports?.find(({ status }) => status === 'importing')

  function take(saved: CustomerImport) {
    keep(saved)
    setChosen(saved.id)
    setRemapping(false)
  }
  function startOver() {
    setChosen(null)
    setRemapping(false)
  }
  function stopped(id: string) {
    drop(id)
    startOver()
  }

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Import customers"
      centered
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {!imports && error ? (
        <LoadFailure title="Error retrieving imports" error={error} retry={refetch} />
      ) : !imports ? (
        <SectionSkeletons heights={[160]} />
      ) : !current ? (
        <ChooseFile onUploaded={take} onClose={onClose} />
      ) : isRunning(current) ? (
        <ReadingFile file={current} onStopped={() => stopped(current.id)} onClose={onClose} />
      ) : current.status === 'uploaded' || remapping ? (
        <MapColumns key={current.id} file={current} onChecking={take} onOther={startOver} />
      ) : (
        <ImportOutcome
          file={current}
          onStarted={take}
          onBack={() => setRemapping(true)}
          onOther={startOver}
          onClose={onClose}
        />
      )}
    </Modal>
  )
}
