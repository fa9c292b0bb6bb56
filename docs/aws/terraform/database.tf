# Made while Terraform runs and never written to its state.
ephemeral "random_password" "database" {
  length = 40
  # The password stands in a URL.
  special = false
}

resource "aws_db_subnet_group" "database" {
  name       = var.name
  subnet_ids = var.private_subnet_ids
}

resource "aws_db_parameter_group" "database" {
  name_prefix = "${var.name}-"
  family      = "postgres17"

  # Connections without TLS are refused by the server, whatever a client asks for.
  parameter {
    name  = "rds.force_ssl"
    value = "1"
  }

  lifecycle {
    create_before_destroy = true
  }
}

resource "aws_db_instance" "database" {
  identifier     = var.name
  engine         = "postgres"
  engine_version = "17"
  instance_class = var.database_instance_class

  db_name             = "vouchkit"
  username            = "vouchkit"
  password_wo         = ephemeral.random_password.database.result
  password_wo_version = var.database_password_version

  storage_type          = "gp3"
  allocated_storage     = var.database_storage_gb.initial
  max_allocated_storage = var.database_storage_gb.maximum
  storage_encrypted     = true
  kms_key_id            = aws_kms_key.storage.arn

  multi_az               = true
  publicly_accessible    = false
  db_subnet_group_name   = aws_db_subnet_group.database.name
  vpc_security_group_ids = [aws_security_group.database.id]
  parameter_group_name   = aws_db_parameter_group.database.name
  ca_cert_identifier     = "rds-ca-rsa2048-g1"

  backup_retention_period    = 14
  copy_tags_to_snapshot      = true
  deletion_protection        = true
  final_snapshot_identifier  = "${var.name}-final"
  auto_minor_version_upgrade = true

  performance_insights_enabled    = true
  performance_insights_kms_key_id = aws_kms_key.storage.arn
  enabled_cloudwatch_logs_exports = ["postgresql", "upgrade"]

  lifecycle {
    prevent_destroy = true
  }
}
