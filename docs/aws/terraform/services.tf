resource "aws_ecs_cluster" "cluster" {
  name = var.name

  setting {
    name  = "containerInsights"
    value = "enabled"
  }
}

# Nothing runs until there is a master key.
resource "aws_ecs_service" "api" {
  name                              = "${var.name}-api"
  cluster                           = aws_ecs_cluster.cluster.id
  task_definition                   = aws_ecs_task_definition.tasks["api"].arn
  launch_type                       = "FARGATE"
  desired_count                     = var.master_key_wrapped == null ? 0 : var.api_tasks.minimum
  health_check_grace_period_seconds = 90
  depends_on                        = [aws_lb_listener.https, aws_iam_role_policy.api, aws_iam_role_policy.execution]

  deployment_circuit_breaker {
    enable   = true
    rollback = true
  }

  network_configuration {
    subnets         = var.private_subnet_ids
    security_groups = [aws_security_group.api.id]
  }

  load_balancer {
    target_group_arn = aws_lb_target_group.api.arn
    container_name   = "vouchkit"
    container_port   = local.port
  }

  lifecycle {
    # Scaling sets it from here on.
    ignore_changes = [desired_count]
  }
}

resource "aws_ecs_service" "worker" {
  name            = "${var.name}-worker"
  cluster         = aws_ecs_cluster.cluster.id
  task_definition = aws_ecs_task_definition.tasks["worker"].arn
  launch_type     = "FARGATE"
  desired_count   = var.master_key_wrapped == null ? 0 : var.worker_tasks.minimum
  depends_on      = [aws_iam_role_policy.worker, aws_iam_role_policy.execution]

  deployment_circuit_breaker {
    enable   = true
    rollback = true
  }

  network_configuration {
    subnets         = var.private_subnet_ids
    security_groups = [aws_security_group.worker.id]
  }

  lifecycle {
    ignore_changes = [desired_count]
  }
}
