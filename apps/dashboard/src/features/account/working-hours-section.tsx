import type { AccountDetails } from '@papercups/contract'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { LongSelect } from '../../ui/fields/long-select.js'
import { EditableSection } from '../../ui/section.js'
import { HoursRow } from './hours-row.js'
import { browserTimeZone, timeZoneOptions } from './time-zones.js'
import { useSection } from './use-section.js'
import { DAY_OPTIONS, nextHours, readHours, type Hours } from './working-hours.js'

const read = ({ time_zone, working_hours }: AccountDetails) => ({
  time_zone: time_zone ?? browserTimeZone(),
  working_hours: readHours(working_hours),
})

export function WorkingHoursSection({ account }: { account: AccountDetails }) {
  const { values, change, section, send } = useSection(account, read)
  const { time_zone, working_hours } = values
  const readOnly = !section.editing
  const zones = useMemo(
    () => timeZoneOptions(time_zone, browserTimeZone()).map(({ tzCode, label }) => ({ value: tzCode, label })),
    [time_zone],
  )

  const replace = (position: number, hours: Hours) =>
    change({ working_hours: working_hours.map((each, index) => (index === position ? hours : each)) })
  const remove = (position: number) => change({ working_hours: working_hours.filter((_, index) => index !== position) })

  return (
    <EditableSection
      title="Working hours"
      lead="Outside these hours, your chat widget shows that you are away."
      {...section}
      onSave={() => send({ time_zone, working_hours })}
    >
      <LongSelect
        label="Time zone"
        data={zones}
        value={time_zone}
        readOnly={readOnly}
        searchable={section.editing}
        allowDeselect={false}
        nothingFoundMessage="No such time zone"
        onChange={(zone) => zone && change({ time_zone: zone })}
      />
      {working_hours.map((hours, index) => (
        <HoursRow
          key={index}
          row={index + 1}
          hours={hours}
          readOnly={readOnly}
          onChange={(next) => replace(index, next)}
          onRemove={working_hours.length > 1 ? () => remove(index) : null}
        />
      ))}
      {section.editing && working_hours.length < DAY_OPTIONS.length && (
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconPlus size={16} />}
          style={{ alignSelf: 'flex-start' }}
          onClick={() => change({ working_hours: [...working_hours, nextHours(working_hours)] })}
        >
          Add hours
        </Button>
      )}
    </EditableSection>
  )
}
