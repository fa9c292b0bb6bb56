# A worker that SQS calls, beside or in place of the one in ECS; both take the same jobs, and neither takes one that the other has. `handler`
# runs jobs. `relay` runs the timers and sends wake-up calls, each minute, which matters only where no worker task runs.
locals {
  # Longer than the longest job, else one that takes that long would be cut off and begun again for ever.
  lambda_timeout_seconds = 330
  lambda_functions       = var.lambda_image == null ? {} : { handler = "handler", relay = "relay" }
}

# Lambda has no secrets of its own: with it, DATABASE_URL stands in the configuration of the function and in the state of Terraform.
data "aws_secretsmanager_secret_version" "database_url" {
  count     = var.lambda_image == null ? 0 : 1
  secret_id = aws_secretsmanager_secret_version.database_url.secret_id
}

data "aws_iam_policy_document" "lambda" {
  statement {
    actions = ["sts:AssumeRole"]

    principals {
      type        = "Service"
      identifiers = ["lambda.amazonaws.com"]
    }
  }
}

resource "aws_iam_role" "lambda" {
  count              = var.lambda_image == null ? 0 : 1
  name               = "${var.name}-lambda"
  assume_role_policy = data.aws_iam_policy_document.lambda.json
}

resource "aws_iam_role_policy" "lambda" {
  count  = var.lambda_image == null ? 0 : 1
  name   = "storage"
  role   = aws_iam_role.lambda[0].id
  policy = data.aws_iam_policy_document.service.json
}

resource "aws_iam_role_policy" "lambda_queue" {
  count  = var.lambda_image == null ? 0 : 1
  name   = "queue"
  role   = aws_iam_role.lambda[0].id
  policy = data.aws_iam_policy_document.worker_queue.json
}

resource "aws_iam_role_policy" "lambda_vision" {
  count  = var.lambda_image != null && var.vision_by_aws ? 1 : 0
  name   = "vision"
  role   = aws_iam_role.lambda[0].id
  policy = data.aws_iam_policy_document.vision.json
}

resource "aws_iam_role_policy" "lambda_liveness" {
  count  = var.lambda_image != null && var.liveness_by_aws ? 1 : 0
  name   = "liveness"
  role   = aws_iam_role.lambda[0].id
  policy = data.aws_iam_policy_document.liveness_result.json
}

# Logs, and the network interfaces in the private subnets.
resource "aws_iam_role_policy_attachment" "lambda" {
  count      = var.lambda_image == null ? 0 : 1
  role       = aws_iam_role.lambda[0].name
  policy_arn = "arn:${data.aws_partition.current.partition}:iam::aws:policy/service-role/AWSLambdaVPCAccessExecutionRole"
}

resource "aws_cloudwatch_log_group" "lambda" {
  for_each          = local.lambda_functions
  name              = "/${var.name}/lambda-${each.key}"
  retention_in_days = var.log_retention_days
}

resource "aws_lambda_function" "worker" {
  for_each      = local.lambda_functions
  function_name = "${var.name}-${each.key}"
  role          = aws_iam_role.lambda[0].arn
  package_type  = "Image"
  image_uri     = var.lambda_image
  timeout       = local.lambda_timeout_seconds
  memory_size   = 3008

  image_config {
    entry_point       = ["bun"]
    command           = ["packages/worker/src/commands/lambda.ts", each.value]
    working_directory = "/srv/vouchkit"
  }

  environment {
    variables = merge(local.environment, { DATABASE_URL = data.aws_secretsmanager_secret_version.database_url[0].secret_string })
  }

  vpc_config {
    subnet_ids         = var.private_subnet_ids
    security_group_ids = [aws_security_group.worker.id]
  }

  logging_config {
    log_format = "Text"
    log_group  = aws_cloudwatch_log_group.lambda[each.key].name
  }
}

resource "aws_lambda_event_source_mapping" "jobs" {
  count                   = var.lambda_image == null ? 0 : 1
  event_source_arn        = aws_sqs_queue.jobs.arn
  function_name           = aws_lambda_function.worker["handler"].arn
  batch_size              = 5
  function_response_types = ["ReportBatchItemFailures"]

  # Each environment of a function holds connections to the database.
  scaling_config {
    maximum_concurrency = 20
  }
}

resource "aws_cloudwatch_event_rule" "relay" {
  count               = var.lambda_image == null ? 0 : 1
  name                = "${var.name}-relay"
  schedule_expression = "rate(1 minute)"
}

resource "aws_cloudwatch_event_target" "relay" {
  count = var.lambda_image == null ? 0 : 1
  rule  = aws_cloudwatch_event_rule.relay[0].name
  arn   = aws_lambda_function.worker["relay"].arn
}

resource "aws_lambda_permission" "relay" {
  count         = var.lambda_image == null ? 0 : 1
  action        = "lambda:InvokeFunction"
  function_name = aws_lambda_function.worker["relay"].function_name
  principal     = "events.amazonaws.com"
  source_arn    = aws_cloudwatch_event_rule.relay[0].arn
}
