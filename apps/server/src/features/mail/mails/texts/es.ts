import type { Texts } from './en.js'

export const texts: Texts = {
  buttonFails: 'Si el botón no funciona, abre esta dirección:',
  somebody: 'Alguien',
  you: 'Usted',
  openConversation: 'Abrir la conversación',
  verification: {
    heading: 'Verifica tu dirección de correo',
    lead: 'Confirma que esta dirección es tuya para que podamos contactar contigo.',
    button: 'Verificar el correo',
    footnote:
      'El enlace es válido durante tres días. Recibes este correo porque alguien se registró con esta dirección; si no fuiste tú, ignóralo.',
  },
  passwordReset: {
    heading: 'Restablece tu contraseña',
    lead: 'Alguien ha pedido restablecer la contraseña de tu cuenta. Con este enlace puedes elegir una nueva.',
    button: 'Elegir una contraseña nueva',
    footnote:
      'El enlace funciona una sola vez y es válido durante una hora. Si no lo has pedido, ignora este correo: tu contraseña sigue siendo la misma.',
  },
  registration: {
    heading: 'Termina tu registro',
    lead: 'Abre este enlace e introduce la contraseña que elegiste. Después tu cuenta estará lista.',
    button: 'Terminar el registro',
    footnote:
      'El enlace es válido durante un día. Recibes este correo porque alguien se registró con esta dirección; si no fuiste tú, ignóralo: sin la contraseña nadie puede usar el enlace.',
  },
  welcome: {
    heading: 'Te damos la bienvenida a {company}',
    lead: 'Tu cuenta está lista. Los primeros pasos llevan pocos minutos: añade el chat a tu sitio, conecta tu buzón e invita a tu equipo. Si tienes alguna pregunta, responde a este correo.',
    button: 'Dar los primeros pasos',
    footnote: 'Recibes este correo una sola vez, porque te has registrado con esta dirección.',
  },
  accountExists: {
    heading: 'Ya tienes una cuenta',
    lead: 'Alguien ha intentado registrarse con esta dirección, pero ya tiene una cuenta. Puedes iniciar sesión con ella.',
    button: 'Iniciar sesión',
    forgotten: '¿Olvidaste tu contraseña? Elige una nueva',
    footnote: 'Si no fuiste tú, ignora este correo: tu cuenta sigue igual.',
  },
  invitation: {
    heading: '{who} te invita a unirte a {company}',
    headingAlone: 'Únete a {company}',
    lead: 'Te invitamos a responder a los clientes de {company} junto con el resto del equipo.',
    button: 'Aceptar la invitación',
    footnote: 'El enlace es válido durante tres días. Si no sabes quién te invita, ignora este correo.',
  },
  mention: {
    heading: '{who} te ha mencionado',
    colleague: 'Alguien de tu equipo',
    footnote: 'Recibes este correo porque te han mencionado. Puedes desactivar estos correos en tu perfil.',
  },
  webhookPaused: {
    heading: 'Tu webhook está en pausa',
    lead: 'Tu webhook en {host} no aceptó ningún evento durante un día, así que dejamos de llamarlo. Los eventos nuevos se guardan 30 días. Reanuda el webhook cuando vuelva a funcionar: todo lo pendiente se enviará en orden.',
    button: 'Abrir webhooks',
    footnote: 'Recibes este correo porque eres admin de {company}.',
  },
  mailboxFailing: {
    heading: 'Tu buzón ha dejado de funcionar',
    lead: 'Ya no podemos usar el buzón {email}. Lo más habitual es que se haya cambiado la contraseña. No se pierde nada: en cuanto el buzón vuelva a funcionar, se recogerán los correos que llegaron mientras tanto.',
    button: 'Abrir los ajustes del buzón',
    footnote: 'Recibes este correo porque eres admin de {company}.',
  },
  paymentFailed: {
    heading: 'Tu pago ha fallado',
    lead: 'No hemos podido cobrar tu suscripción en tu tarjeta. Revisa la tarjeta o introduce otra. Conservas tu plan hasta el {date}. Después, la cuenta pasa al plan Starter. No se borra nada.',
    button: 'Abrir facturación',
    footnote: 'Recibes este correo porque eres admin de {company}.',
  },
  connectionFailing: {
    heading: 'Tu conexión con {service} ha dejado de funcionar',
    lead: 'Ya no podemos acceder a {service}. Lo más habitual es que alguien haya quitado la aplicación. No se pierde nada: en cuanto un admin vuelva a conectarla, se enviarán los mensajes escritos mientras tanto.',
    button: 'Abrir las integraciones',
    footnote: 'Recibes este correo porque eres admin de {company}.',
  },
  unseenMessages: {
    heading: 'Nuevo mensaje de {company}',
    leadNamed: 'Hola, {who}: tiene un nuevo mensaje de {company}.',
    lead: 'Tiene un nuevo mensaje de {company}.',
    button: 'Continuar el chat',
    footnote: 'Responda a este correo para continuar. Lo recibe porque nos escribió en el chat.',
  },
  ratingRequest: {
    heading: '¿Qué le pareció su conversación con {company}?',
    lead: 'Su conversación se ha cerrado. Valórela de 1 (mal) a 5 (muy bien). Puede añadir un comentario en la página siguiente.',
    footnote: 'Recibe este correo porque escribió a {company}.',
  },
  unsubscribe: {
    heading: 'Correos de {company}',
    lead: '¿No quiere recibir más correos automáticos de {company}? Las respuestas a sus propias preguntas le seguirán llegando.',
    button: 'Darse de baja',
    done: 'Ya no recibirá correos automáticos de {company}.',
    again: 'Suscribirse de nuevo',
    footnote: 'Recibe este correo porque espera noticias de {company}.',
    link: 'Darse de baja',
  },
  weeklySummary: {
    heading: 'Tu semana en {company}',
    period: 'Del {from} al {to}:',
    conversations: 'Conversaciones nuevas: {count}',
    messages: 'Mensajes recibidos: {received}, enviados: {sent}',
    firstReply: 'Tiempo mediano hasta la primera respuesta: {time}',
    resolution: 'Tiempo mediano hasta la resolución: {time}',
    button: 'Abrir el informe',
    footnote: 'Recibes este correo porque has activado el resumen semanal. Puedes desactivarlo en tu perfil.',
  },
  alert: {
    headingOne: 'Nuevo mensaje de {who}',
    headingMany: 'Nuevos mensajes de {who}',
    anonymous: 'un visitante anónimo ({conversation})',
    lead: 'Alguien ha escrito a {company} y espera una respuesta.',
    footnote:
      'Recibes este correo porque pediste que te avisáramos de los mensajes nuevos. Puedes desactivarlo en tu perfil.',
  },
}
