data "aws_iam_policy_document" "tasks" {
  statement {
    actions = ["sts:AssumeRole"]

    principals {
      type        = "Service"
      identifiers = ["ecs-tasks.amazonaws.com"]
    }

    condition {
      test     = "StringEquals"
      variable = "aws:SourceAccount"
      values   = [data.aws_caller_identity.current.account_id]
    }
  }
}

# What the platform does for a task before it starts: pull the image, read the secrets, open the log.
resource "aws_iam_role" "execution" {
  name               = "${var.name}-execution"
  assume_role_policy = data.aws_iam_policy_document.tasks.json
}

resource "aws_iam_role_policy_attachment" "execution" {
  role       = aws_iam_role.execution.name
  policy_arn = "arn:${data.aws_partition.current.partition}:iam::aws:policy/service-role/AmazonECSTaskExecutionRolePolicy"
}

data "aws_iam_policy_document" "execution" {
  statement {
    sid       = "Secrets"
    actions   = ["secretsmanager:GetSecretValue"]
    resources = values(local.api_secrets)
  }

  statement {
    sid       = "KeyOfSecrets"
    actions   = ["kms:Decrypt"]
    resources = [aws_kms_key.storage.arn]

    condition {
      test     = "StringEquals"
      variable = "kms:ViaService"
      values   = ["secretsmanager.${var.region}.amazonaws.com"]
    }
  }
}

resource "aws_iam_role_policy" "execution" {
  name   = "secrets"
  role   = aws_iam_role.execution.id
  policy = data.aws_iam_policy_document.execution.json
}

# What API and worker both do: keep files, and open the master key at the start.
data "aws_iam_policy_document" "service" {
  statement {
    sid       = "Objects"
    actions   = ["s3:GetObject", "s3:PutObject", "s3:DeleteObject"]
    resources = ["${aws_s3_bucket.objects.arn}/*"]
  }

  # For the readiness check, and so that a missing object is told from a forbidden one.
  statement {
    sid       = "Bucket"
    actions   = ["s3:ListBucket"]
    resources = [aws_s3_bucket.objects.arn]
  }

  statement {
    sid       = "KeyOfObjects"
    actions   = ["kms:GenerateDataKey", "kms:Decrypt"]
    resources = [aws_kms_key.storage.arn]

    condition {
      test     = "StringEquals"
      variable = "kms:ViaService"
      values   = ["s3.${var.region}.amazonaws.com"]
    }
  }

  statement {
    sid       = "MasterKey"
    actions   = ["kms:Decrypt"]
    resources = [aws_kms_key.master.arn]

    condition {
      test     = "StringEquals"
      variable = "kms:EncryptionContext:service"
      values   = ["vouchkit"]
    }

    condition {
      test     = "StringEquals"
      variable = "kms:EncryptionContext:purpose"
      values   = ["master-key"]
    }
  }
}

# The API tells the queue of jobs that are due, and asks whether it is there. It takes nothing from it.
data "aws_iam_policy_document" "api_queue" {
  statement {
    sid       = "Queue"
    actions   = ["sqs:SendMessage", "sqs:GetQueueAttributes"]
    resources = [aws_sqs_queue.jobs.arn]
  }
}

data "aws_iam_policy_document" "worker_queue" {
  statement {
    sid = "Queue"
    actions = [
      "sqs:SendMessage",
      "sqs:ReceiveMessage",
      "sqs:DeleteMessage",
      "sqs:ChangeMessageVisibility",
      "sqs:GetQueueAttributes"
    ]
    resources = [aws_sqs_queue.jobs.arn]
  }

  statement {
    sid       = "DeadLetters"
    actions   = ["sqs:SendMessage"]
    resources = [aws_sqs_queue.dead_letters.arn]
  }
}

resource "aws_iam_role" "api" {
  name               = "${var.name}-api"
  assume_role_policy = data.aws_iam_policy_document.tasks.json
}

resource "aws_iam_role" "worker" {
  name               = "${var.name}-worker"
  assume_role_policy = data.aws_iam_policy_document.tasks.json
}

resource "aws_iam_role_policy" "api" {
  name   = "storage"
  role   = aws_iam_role.api.id
  policy = data.aws_iam_policy_document.service.json
}

resource "aws_iam_role_policy" "api_queue" {
  name   = "queue"
  role   = aws_iam_role.api.id
  policy = data.aws_iam_policy_document.api_queue.json
}

resource "aws_iam_role_policy" "worker" {
  name   = "storage"
  role   = aws_iam_role.worker.id
  policy = data.aws_iam_policy_document.service.json
}

resource "aws_iam_role_policy" "worker_queue" {
  name   = "queue"
  role   = aws_iam_role.worker.id
  policy = data.aws_iam_policy_document.worker_queue.json
}

# Pictures of people go to these only where it was asked for. The services know no resources to name; the region bounds where pictures may go.
data "aws_iam_policy_document" "vision" {
  statement {
    sid       = "Vision"
    actions   = ["textract:AnalyzeID", "rekognition:DetectFaces", "rekognition:CompareFaces"]
    resources = ["*"]

    condition {
      test     = "StringEquals"
      variable = "aws:RequestedRegion"
      values   = [var.region]
    }
  }
}

resource "aws_iam_role_policy" "worker_vision" {
  count  = var.vision_by_aws ? 1 : 0
  name   = "vision"
  role   = aws_iam_role.worker.id
  policy = data.aws_iam_policy_document.vision.json
}

# Live captures are begun by the API, for which a person waits, and a worker asks how they went.
data "aws_iam_policy_document" "liveness_begin" {
  statement {
    sid       = "BeginLiveness"
    actions   = ["rekognition:CreateFaceLivenessSession"]
    resources = ["*"]

    condition {
      test     = "StringEquals"
      variable = "aws:RequestedRegion"
      values   = [var.region]
    }
  }
}

data "aws_iam_policy_document" "liveness_result" {
  statement {
    sid       = "LivenessResult"
    actions   = ["rekognition:GetFaceLivenessSessionResults"]
    resources = ["*"]

    condition {
      test     = "StringEquals"
      variable = "aws:RequestedRegion"
      values   = [var.region]
    }
  }
}

resource "aws_iam_role_policy" "api_liveness" {
  count  = var.liveness_by_aws ? 1 : 0
  name   = "liveness"
  role   = aws_iam_role.api.id
  policy = data.aws_iam_policy_document.liveness_begin.json
}

resource "aws_iam_role_policy" "worker_liveness" {
  count  = var.liveness_by_aws ? 1 : 0
  name   = "liveness"
  role   = aws_iam_role.worker.id
  policy = data.aws_iam_policy_document.liveness_result.json
}
