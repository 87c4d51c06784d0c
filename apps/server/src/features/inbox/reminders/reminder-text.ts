interface Reminder {
  count: number
  most: number
  hours: number
  /** The page with the reminder settings. */
  url: string
}

export function reminderText({ count, most, hours, url }: Reminder) {
  return `🔔 ${sentences({ count, most, hours })} [Change the reminders](${url})`
}

function sentences({ count, most, hours }: Omit<Reminder, 'url'>) {
  const waits = 'A customer is waiting for an answer in this conversation.'
  if (count < most) {
    return `${waits} This is automated reminder ${count} of ${most}; the next one comes in ${hours} ${hours === 1 ? 'hour' : 'hours'}.`
  }
  if (most > 1) return `${waits} This is the last automated reminder.`
  return `${waits} This is an automated reminder.`
}
