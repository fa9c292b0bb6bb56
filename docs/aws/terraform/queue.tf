# Messages are wake-up calls that name a job; the job itself is a row of the database.
resource "aws_sqs_queue" "jobs" {
  name                      = "${var.name}-jobs"
  sqs_managed_sse_enabled   = true
  receive_wait_time_seconds = 20
  message_retention_seconds = 345600

  # Longer than the lease of a job (30 s), so that whoever sees a message again finds the lease ended; and as long as the Lambda may run.
  visibility_timeout_seconds = var.lambda_image == null ? 60 : local.lambda_timeout_seconds * 6

  # A message that no one could delete for this long is of no use: the job it names is a row, and the relay sends another message for it.
  redrive_policy = jsonencode({
    deadLetterTargetArn = aws_sqs_queue.dead_letters.arn
    maxReceiveCount     = 50
  })
}

resource "aws_sqs_queue" "dead_letters" {
  name                      = "${var.name}-dead-letters"
  sqs_managed_sse_enabled   = true
  message_retention_seconds = 1209600
}

resource "aws_sqs_queue_redrive_allow_policy" "dead_letters" {
  queue_url = aws_sqs_queue.dead_letters.id

  redrive_allow_policy = jsonencode({
    redrivePermission = "byQueue"
    sourceQueueArns   = [aws_sqs_queue.jobs.arn]
  })
}

data "aws_iam_policy_document" "queue_tls" {
  for_each = local.queue_arns

  statement {
    sid       = "TlsOnly"
    effect    = "Deny"
    actions   = ["sqs:*"]
    resources = [each.value]

    principals {
      type        = "*"
      identifiers = ["*"]
    }

    condition {
      test     = "Bool"
      variable = "aws:SecureTransport"
      values   = ["false"]
    }
  }
}

resource "aws_sqs_queue_policy" "jobs" {
  queue_url = aws_sqs_queue.jobs.id
  policy    = data.aws_iam_policy_document.queue_tls["jobs"].json
}

resource "aws_sqs_queue_policy" "dead_letters" {
  queue_url = aws_sqs_queue.dead_letters.id
  policy    = data.aws_iam_policy_document.queue_tls["dead_letters"].json
}

locals {
  queue_arns = { jobs = aws_sqs_queue.jobs.arn, dead_letters = aws_sqs_queue.dead_letters.arn }
}
