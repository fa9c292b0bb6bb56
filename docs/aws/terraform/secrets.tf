resource "aws_secretsmanager_secret" "database_url" {
  name       = "${var.name}/database-url"
  kms_key_id = aws_kms_key.storage.arn
}

# verify-full checks the chain and the name of the server's certificate; weaker modes check neither.
resource "aws_secretsmanager_secret_version" "database_url" {
  secret_id = aws_secretsmanager_secret.database_url.id

  secret_string_wo = format(
    "postgres://%s:%s@%s:%d/%s?sslmode=verify-full",
    aws_db_instance.database.username,
    ephemeral.random_password.database.result,
    aws_db_instance.database.address,
    aws_db_instance.database.port,
    aws_db_instance.database.db_name
  )
  secret_string_wo_version = var.database_password_version
}

ephemeral "random_password" "metrics_token" {
  length  = 40
  special = false
}

resource "aws_secretsmanager_secret" "metrics_token" {
  name       = "${var.name}/metrics-token"
  kms_key_id = aws_kms_key.storage.arn
}

resource "aws_secretsmanager_secret_version" "metrics_token" {
  secret_id                = aws_secretsmanager_secret.metrics_token.id
  secret_string_wo         = ephemeral.random_password.metrics_token.result
  secret_string_wo_version = 1
}

ephemeral "random_password" "first_key" {
  length  = 40
  special = false
}

resource "aws_secretsmanager_secret" "first_key" {
  name       = "${var.name}/first-key"
  kms_key_id = aws_kms_key.storage.arn
}

resource "aws_secretsmanager_secret_version" "first_key" {
  secret_id                = aws_secretsmanager_secret.first_key.id
  secret_string_wo         = "vk_live_${ephemeral.random_password.first_key.result}"
  secret_string_wo_version = 1
}
