data "aws_subnet" "public" {
  for_each = toset(var.public_subnet_ids)
  id       = each.value
}

resource "aws_security_group" "load_balancer" {
  name        = "${var.name}-load-balancer"
  description = "Load balancer: HTTPS from clients, HTTP to the API"
  vpc_id      = var.vpc_id
}

resource "aws_security_group" "api" {
  name        = "${var.name}-api"
  description = "API tasks: reached by the load balancer only"
  vpc_id      = var.vpc_id
}

resource "aws_security_group" "worker" {
  name        = "${var.name}-worker"
  description = "Worker tasks and migrations: reached by nobody"
  vpc_id      = var.vpc_id
}

resource "aws_security_group" "database" {
  name        = "${var.name}-database"
  description = "Database: reached by API and worker only"
  vpc_id      = var.vpc_id
}

resource "aws_vpc_security_group_ingress_rule" "clients" {
  for_each          = toset(var.client_cidrs)
  security_group_id = aws_security_group.load_balancer.id
  cidr_ipv4         = each.value
  ip_protocol       = "tcp"
  from_port         = 443
  to_port           = 443
}

resource "aws_vpc_security_group_egress_rule" "load_balancer_to_api" {
  security_group_id            = aws_security_group.load_balancer.id
  referenced_security_group_id = aws_security_group.api.id
  ip_protocol                  = "tcp"
  from_port                    = local.port
  to_port                      = local.port
}

resource "aws_vpc_security_group_ingress_rule" "api_from_load_balancer" {
  security_group_id            = aws_security_group.api.id
  referenced_security_group_id = aws_security_group.load_balancer.id
  ip_protocol                  = "tcp"
  from_port                    = local.port
  to_port                      = local.port
}

resource "aws_vpc_security_group_ingress_rule" "database" {
  for_each                     = local.task_security_groups
  security_group_id            = aws_security_group.database.id
  referenced_security_group_id = each.value
  ip_protocol                  = "tcp"
  from_port                    = 5432
  to_port                      = 5432
}

# The database, endpoints of AWS, the mail server, and receivers of webhooks on whichever port their owner names. Which addresses a webhook
# may reach is judged by the service, at the moment of dialling.
resource "aws_vpc_security_group_egress_rule" "outside" {
  for_each          = local.task_security_groups
  security_group_id = each.value
  cidr_ipv4         = "0.0.0.0/0"
  ip_protocol       = "tcp"
  from_port         = 0
  to_port           = 65535
}

locals {
  port                 = 3000
  task_security_groups = { api = aws_security_group.api.id, worker = aws_security_group.worker.id }
}
